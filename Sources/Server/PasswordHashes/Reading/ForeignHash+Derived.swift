import Foundation
import Primitives

// Forms of PBKDF2, Argon2 and scrypt.
extension ForeignHash {
    /// A hash of PBKDF2 within the bounds.
    static func pbkdf2(
        _ digest: HashDigest, _ iterations: Int, salt: [UInt8], key: [UInt8], saltless: Bool = false
    ) throws(HashError) -> Method {
        try HashText.require(iterations, in: HashBounds.pbkdf2Iterations, "the number of iterations")
        try HashText.require(salt.count, in: (saltless ? 0 : 1)...HashBounds.longestSalt, "the salt's length")
        try HashText.require(key.count, in: HashBounds.keyLength, "the key's length")
        let blocks = (key.count + digest.count - 1) / digest.count
        guard iterations * blocks <= HashBounds.pbkdf2Work else {
            throw HashError(.excessiveCost, "\(iterations) iterations for \(blocks) blocks of key are too many")
        }
        return .pbkdf2(digest, iterations: iterations, salt: salt, key: key)
    }

    static func iterations(_ text: HashText.Part) throws(HashError) -> Int {
        try HashText.number(text, in: HashBounds.pbkdf2Iterations, "the number of iterations")
    }

    /// `$pbkdf2-sha256$12000$salt$key`; without a name of the digest it is SHA-1.
    static func passlib(_ text: HashText.Part) throws(HashError) -> Method {
        let parts = HashText.parts(text, by: "$")
        let digests: [String: HashDigest] = ["pbkdf2": .sha1, "pbkdf2-sha256": .sha256, "pbkdf2-sha512": .sha512]
        guard parts.count == 5, parts[0].isEmpty, let digest = digests[String(own: parts[1])], !parts[4].isEmpty else {
            throw HashText.malformed("the hash of PBKDF2")
        }
        return try pbkdf2(
            digest, try iterations(parts[2]), salt: try HashText.base64(parts[3], "the salt", .none, dots: true),
            key: try HashText.base64(parts[4], "the key", .none, dots: true), saltless: true)
    }

    /// `$pbkdf2-sha256$i=100000,l=64$salt$key`, whose costs have defaults.
    static func pbkdf2(_ text: HashText.Part) throws(HashError) -> Method {
        let parts = HashText.parts(text, by: "$")
        let digests: [String: HashDigest] = ["pbkdf2-sha1": .sha1, "pbkdf2-sha256": .sha256, "pbkdf2-sha512": .sha512]
        guard parts.count == 5, parts[0].isEmpty, let digest = digests[String(own: parts[1])] else {
            throw HashText.malformed("the hash of PBKDF2")
        }
        var (costs, rounds, length) = (HashText.parts(parts[2], by: ",")[...], 100_000, 64)
        if let cost = costs.first, cost.starts(with: "i=".utf8) {
            rounds = try iterations(cost.dropFirst(2))
            costs = costs.dropFirst()
        }
        if let cost = costs.first, cost.starts(with: "l=".utf8) {
            length = try HashText.number(cost.dropFirst(2), in: HashBounds.keyLength, "the key's length")
            costs = costs.dropFirst()
        }
        guard costs.allSatisfy(\.isEmpty) else { throw HashText.malformed("the costs") }
        let key = try HashText.base64(parts[4], "the key", .none)
        guard key.count == length else { throw HashError(.malformed, "the key has another length than the hash says") }
        return try pbkdf2(digest, rounds, salt: try HashText.base64(parts[3], "the salt", .none), key: key, saltless: true)
    }

    /// The PHC form; without a version it is 1.0.
    static func argon2(_ text: HashText.Part) throws(HashError) -> Method {
        var parts = HashText.parts(text, by: "$")
        if parts.count == 5 { parts.insert(Array("v=16".utf8).part, at: 2) }
        guard parts.count == 6, parts[0].isEmpty, let variant = Argon2.Variant(exactly: String(own: parts[1].dropFirst(6))),
            parts[1].starts(with: "argon2".utf8)
        else { throw HashText.malformed("the hash of Argon2") }
        let version = try HashText.number(try HashText.rest(of: parts[2], after: "v=", "the version"), in: 0...99, "the version")
        let costs = try HashText.costs(parts[3], "m", "t", "p")
        let cost = Argon2(
            variant, version: version, memory: try HashText.number(costs[0], in: HashBounds.argon2Memory, "Argon2's memory"),
            passes: try HashText.number(costs[1], in: HashBounds.argon2Passes, "the number of passes"),
            lanes: try HashText.number(costs[2], in: HashBounds.lanes, "the number of lanes"))
        return try argon2(
            cost, salt: try HashText.base64(parts[4], "the salt", .none), tag: try HashText.base64(parts[5], "the digest", .none))
    }

    /// A hash of Argon2 within the bounds.
    static func argon2(_ cost: Argon2, salt: [UInt8], tag: [UInt8]) throws(HashError) -> Method {
        guard cost.version == 16 || cost.version == 19 else { throw HashError(.unsupported, "a version of Argon2 other than 1.0 and 1.3") }
        try HashText.require(cost.passes, in: HashBounds.argon2Passes, "the number of passes")
        try HashText.require(salt.count, in: HashBounds.argon2Salt, "the salt's length")
        try HashText.require(tag.count, in: HashBounds.argon2Tag, "the digest's length")
        guard cost.memory >= 8 * cost.lanes else { throw HashError(.malformed, "Argon2 takes 8 KiB of memory for each lane") }
        return .argon2(cost, salt: salt, tag: tag)
    }

    static func scrypt(_ text: HashText.Part) throws(HashError) -> Method {
        let parts = HashText.parts(text, by: "$")
        guard parts.count == 5, text.starts(with: "$scrypt$".utf8) else { throw HashText.malformed("the hash of scrypt") }
        let costs = try HashText.costs(parts[2], "ln", "r", "p")
        let cost = try ScryptCost(
            log2N: HashText.number(costs[0], in: 1...30, "scrypt's ln"),
            blockSize: HashText.number(costs[1], in: 1...1_048_576, "scrypt's r"),
            lanes: HashText.number(costs[2], in: HashBounds.lanes, "scrypt's p"))
        return try scrypt(
            cost, salt: try HashText.base64(parts[3], "the salt", .none), key: try HashText.base64(parts[4], "the key", .none))
    }

    static func scrypt(_ cost: ScryptCost, salt: [UInt8], key: [UInt8]) throws(HashError) -> Method {
        try HashText.require(salt.count, in: 0...HashBounds.longestSalt, "the salt's length")
        try HashText.require(key.count, in: HashBounds.keyLength, "the key's length")
        return .scrypt(cost, salt: salt, key: key)
    }
}
