import Foundation
import Primitives

extension ForeignHash {
    /// The text in which the hash is kept, and exported: the product's own form, where it has one of its own.
    package var text: String {
        switch method {
        case .crypt(let text): text
        case .preparedBcrypt(.djangoSHA256, let text): "bcrypt_sha256$\(text)"
        case .preparedBcrypt(.wordPress, let text): "$wp\(text)"
        case .pbkdf2(let digest, let iterations, let salt, let key):
            "$pbkdf2-\(digest.rawValue)$i=\(iterations),l=\(key.count)$\(Self.base64(salt))$\(Self.base64(key))"
        case .argon2(let argon2, let salt, let tag):
            "$argon2\(argon2.variant.rawValue)$v=\(argon2.version)$m=\(argon2.memory),t=\(argon2.passes),p=\(argon2.lanes)"
                + "$\(Self.base64(salt))$\(Self.base64(tag))"
        case .scrypt(let cost, let salt, let key):
            "$scrypt$ln=\(cost.log2N),r=\(cost.blockSize),p=\(cost.lanes)$\(Self.base64(salt))$\(Self.base64(key))"
        case .firebase(let cost, let salt, let stream):
            "$firebase$ln=\(cost.log2N),r=\(cost.blockSize)$\(Self.base64(salt))$\(Self.base64(stream))"
        case .digest(let digest, let place, let salt, let value, let isCut):
            "$digest$\(digest.rawValue),\(place.rawValue)\(isCut ? ",cut" : "")$\(Self.base64(salt))$\(Self.base64(value))"
        case .hmac(let digest, let key, let place, let salt, let value):
            "$hmac$\(digest.rawValue),\(place.rawValue)$\(Self.base64(key))$\(Self.base64(salt))$\(Self.base64(value))"
        case .phpass(let hash):
            String(own: [0x24, hash.mark, 0x24] + CryptAlphabet.write(hash.cost, 1) + hash.salt + hash.value)
        case .apr1(let hash): "$apr1$\(String(own: hash.salt))$\(String(own: hash.value))"
        }
    }

    /// Base64 without padding.
    private static func base64(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacingOccurrences(of: "=", with: "")
    }
}

// The forms for ways of hashing that have none of their own.
extension ForeignHash {
    /// Reads what ``text`` makes.
    static func kept(_ text: HashText.Part) throws(HashError) -> Method {
        let parts = HashText.parts(text, by: "$")
        switch (parts.count > 1 ? String(own: parts[1]) : "", parts.count) {
        case ("digest", 5): return try keptDigest(parts)
        case ("hmac", 6): return try keptHMAC(parts)
        case ("firebase", 5): return try keptFirebase(parts)
        default:
            // A format that was named when the hash came, as its beginning alone doesn't say it.
            if text.starts(with: "$2x$".utf8) { return try otherCrypt(text) }
            guard let format = HashFormat.detect(String(own: text)), format != .gatehouse else { throw HashText.malformed("the hash") }
            return try ForeignHash(parsing: String(own: text), as: format).method
        }
    }

    private static func keptDigest(_ parts: [HashText.Part]) throws(HashError) -> Method {
        let options = HashText.parts(parts[2], by: ",").map { String(own: $0) }
        guard (2...3).contains(options.count), let digest = HashDigest(exactly: options[0]), let place = SaltPlace(exactly: options[1]),
            options.count == 2 || options[2] == "cut"
        else { throw HashText.malformed("the digest") }
        return try plain(
            digest, place, salt: try HashText.base64(parts[3], "the salt", .none),
            value: try HashText.base64(parts[4], "the digest", .none), isCut: options.count == 3)
    }

    private static func keptHMAC(_ parts: [HashText.Part]) throws(HashError) -> Method {
        let options = HashText.parts(parts[2], by: ",").map { String(own: $0) }
        guard options.count == 2, let digest = HashDigest(exactly: options[0]), let place = SaltPlace(exactly: options[1]) else {
            throw HashText.malformed("the code")
        }
        return try keyed(
            digest, place, key: try HashText.base64(parts[3], "the key", .none), salt: try HashText.base64(parts[4], "the salt", .none),
            value: try HashText.base64(parts[5], "the code", .none))
    }

    private static func keptFirebase(_ parts: [HashText.Part]) throws(HashError) -> Method {
        let costs = try HashText.costs(parts[2], "ln", "r")
        return try firebase(
            memoryCost: HashText.number(costs[0], in: HashBounds.firebaseCost, "the memory cost"),
            rounds: HashText.number(costs[1], in: HashBounds.firebaseBlockSize, "the number of rounds"),
            salt: try HashText.base64(parts[3], "the salt", .none), stream: try HashText.base64(parts[4], "the hash", .none))
    }

    /// A digest of one round within the bounds.
    static func plain(
        _ digest: HashDigest, _ place: SaltPlace, salt: [UInt8], value: [UInt8], isCut: Bool = false
    ) throws(HashError) -> Method {
        try HashText.require(salt.count, in: 0...HashBounds.longestSalt, "the salt's length")
        guard value.count == digest.count else { throw HashError(.malformed, "the digest has \(value.count) bytes") }
        return .digest(digest, place, salt: salt, value: value, isCut: isCut)
    }

    /// An authentication code within the bounds.
    static func keyed(
        _ digest: HashDigest, _ place: SaltPlace, key: [UInt8], salt: [UInt8], value: [UInt8]
    ) throws(HashError) -> Method {
        try HashText.require(key.count, in: 1...1024, "the key's length")
        try HashText.require(salt.count, in: 0...HashBounds.longestSalt, "the salt's length")
        guard value.count == digest.count else { throw HashError(.malformed, "the code has \(value.count) bytes") }
        return .hmac(digest, key: key, place, salt: salt, value: value)
    }

    /// A hash of Firebase within the bounds.
    static func firebase(memoryCost: Int, rounds: Int, salt: [UInt8], stream: [UInt8]) throws(HashError) -> Method {
        try HashText.require(memoryCost, in: HashBounds.firebaseCost, "the memory cost")
        try HashText.require(rounds, in: HashBounds.firebaseBlockSize, "the number of rounds")
        try HashText.require(salt.count, in: 0...HashBounds.longestSalt, "the salt's length")
        guard stream.count == 64 else { throw HashError(.malformed, "the hash has \(stream.count) bytes and not 64") }
        return .firebase(try ScryptCost(log2N: memoryCost, blockSize: rounds, lanes: 1), salt: salt, stream: stream)
    }
}
