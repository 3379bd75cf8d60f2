import Foundation
import Primitives

// Forms of web frameworks: Django, Werkzeug, ASP.NET Core Identity.
extension ForeignHash {
    static func django(_ text: HashText.Part) throws(HashError) -> Method {
        let parts = HashText.parts(text, by: "$")
        switch String(own: parts[0]) {
        case "pbkdf2_sha256": return try djangoPBKDF2(parts, .sha256)
        case "pbkdf2_sha1": return try djangoPBKDF2(parts, .sha1)
        case "bcrypt_sha256":
            return .preparedBcrypt(.djangoSHA256, try bcryptText(text.dropFirst("bcrypt_sha256$".utf8.count), ["$2a$", "$2b$", "$2y$"]))
        case "bcrypt": return try bcrypt(text.dropFirst("bcrypt$".utf8.count))
        case "argon2": return try argon2(text.dropFirst("argon2".utf8.count))
        case "scrypt":
            guard parts.count == 6 else { throw HashText.malformed("the hash of scrypt") }
            return try scrypt(
                try cost(parts[1], parts[3], parts[4]), salt: Array(parts[2]), key: try HashText.base64(parts[5], "the key"))
        default:
            if text.first == UInt8(ascii: "!") { throw HashError(.unsupported, "the user has no usable password") }
            throw HashError(.unsupported, "an unknown hasher of Django")
        }
    }

    /// The salt is text.
    private static func djangoPBKDF2(_ parts: [HashText.Part], _ digest: HashDigest) throws(HashError) -> Method {
        guard parts.count == 4 else { throw HashText.malformed("the hash of PBKDF2") }
        return try pbkdf2(
            digest, try iterations(parts[1]), salt: Array(parts[2]), key: try HashText.base64(parts[3], "the key"))
    }

    private static func cost(_ n: HashText.Part, _ r: HashText.Part, _ p: HashText.Part) throws(HashError) -> ScryptCost {
        try ScryptCost(
            rounds: HashText.number(n, in: 1...1 << 31, "scrypt's N"), blockSize: HashText.number(r, in: 1...1 << 31, "scrypt's r"),
            lanes: HashText.number(p, in: 1...1 << 31, "scrypt's p"))
    }

    /// `pbkdf2:sha256:15000$salt$digits`, `scrypt:N:r:p$salt$digits`; the salt is text.
    static func werkzeug(_ text: HashText.Part) throws(HashError) -> Method {
        let parts = HashText.parts(text, by: "$")
        guard parts.count == 3, !parts[1].isEmpty else { throw HashText.malformed("the hash of Werkzeug") }
        let (costs, salt, key) = (HashText.parts(parts[0], by: ":"), Array(parts[1]), try HashText.digits(parts[2], "the key"))
        switch (String(own: costs[0]), costs.count) {
        case ("pbkdf2", 3):
            guard let digest = HashDigest(exactly: String(own: costs[1])), [.sha1, .sha256, .sha512].contains(digest) else {
                throw HashError(.unsupported, "PBKDF2 with another digest than SHA-1, SHA-256 and SHA-512")
            }
            return try pbkdf2(digest, try iterations(costs[2]), salt: salt, key: key)
        case ("scrypt", 4): return try scrypt(try cost(costs[1], costs[2], costs[3]), salt: salt, key: key)
        default: throw HashText.malformed("the hash of Werkzeug")
        }
    }

    /// Version 3: a one, function, iterations and the salt's length in four bytes each, salt and key. Version 2: a zero, 16 bytes of
    /// salt and 32 of key by 1,000 iterations.
    static func aspnet(_ text: HashText.Part) throws(HashError) -> Method {
        let bytes = try HashText.base64(text, "the hash")
        switch bytes.first {
        case 0:
            guard bytes.count == 49 else { throw HashText.malformed("the hash of version 2") }
            return try pbkdf2(.sha1, 1_000, salt: Array(bytes[1..<17]), key: Array(bytes[17...]))
        case 1 where bytes.count >= 45:
            let (function, iterations, saltLength) = (bigEndian(bytes[1..<5]), bigEndian(bytes[5..<9]), bigEndian(bytes[9..<13]))
            guard function < 3, (16...64).contains(saltLength), bytes.count - 13 - saltLength >= 16 else {
                throw HashText.malformed("the hash of version 3")
            }
            return try pbkdf2(
                [.sha1, .sha256, .sha512][function], iterations, salt: Array(bytes[13..<13 + saltLength]),
                key: Array(bytes[(13 + saltLength)...]))
        default: throw HashText.malformed("the hash of ASP.NET")
        }
    }

    static func bigEndian(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
