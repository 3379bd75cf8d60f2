import Foundation
import Primitives

// The schemes of directories (RFC 2307 §5.3 and what their servers have added).
extension ForeignHash {
    static func ldap(_ text: HashText.Part) throws(HashError) -> Method {
        guard text.first == UInt8(ascii: "{"), let end = text.firstIndex(of: UInt8(ascii: "}")), text.index(after: end) < text.endIndex,
            (1...32).contains(text.distance(from: text.startIndex, to: end) - 1)
        else { throw HashError(.unsupported, "a password without {SCHEME} is clear text") }
        let scheme = String(own: text[text.index(after: text.startIndex)..<end]).lowercased()
        let value = text[text.index(after: end)...]
        switch scheme {
        case "crypt": return try ldapCrypt(value)
        case "argon2": return try argon2(value)
        case "md5": return try ldapDigest(value, .md5, isSalted: false)
        case "sha": return try ldapDigest(value, .sha1, isSalted: false)
        case "sha256": return try ldapDigest(value, .sha256, isSalted: false)
        case "sha384": return try ldapDigest(value, .sha384, isSalted: false)
        case "sha512": return try ldapDigest(value, .sha512, isSalted: false)
        case "smd5": return try ldapDigest(value, .md5, isSalted: true)
        case "ssha": return try ldapDigest(value, .sha1, isSalted: true)
        case "ssha256": return try ldapDigest(value, .sha256, isSalted: true)
        case "ssha384": return try ldapDigest(value, .sha384, isSalted: true)
        case "ssha512": return try ldapDigest(value, .sha512, isSalted: true)
        case "pbkdf2-sha1": return try openLDAP(value, .sha1)
        case "pbkdf2-sha256": return try openLDAP(value, .sha256)
        case "pbkdf2-sha512": return try openLDAP(value, .sha512)
        // Two products have the same name for different forms.
        case "pbkdf2": return value.contains(UInt8(ascii: "$")) ? try openLDAP(value, .sha1) : try pingDS(value, .sha1)
        case "pbkdf2-hmac-sha256": return try pingDS(value, .sha256)
        case "pbkdf2-hmac-sha512": return try pingDS(value, .sha512)
        case "pkcs5s2":
            let bytes = try HashText.base64(value, "the hash")
            guard bytes.count == 48 else { throw HashText.malformed("the hash {PKCS5S2}") }
            return try pbkdf2(.sha1, 10_000, salt: Array(bytes.prefix(16)), key: Array(bytes.dropFirst(16)))
        case "pbkdf2_sha256":
            let bytes = try HashText.base64(value, "the hash")
            guard bytes.count == 324 else { throw HashText.malformed("the hash {PBKDF2_SHA256}") }
            return try pbkdf2(.sha256, bigEndian(bytes[0..<4]), salt: Array(bytes[4..<68]), key: Array(bytes[68...]))
        default: throw HashError(.unsupported, "a scheme by which no password can be checked")
        }
    }

    private static func ldapCrypt(_ value: HashText.Part) throws(HashError) -> Method {
        if value.starts(with: "$2".utf8) { return try bcrypt(value) }
        if value.starts(with: "$5$".utf8) || value.starts(with: "$6$".utf8) { return try shaCrypt(value) }
        if value.starts(with: "$y$".utf8) || value.starts(with: "$1$".utf8) { return try otherCrypt(value) }
        if value.starts(with: "$7$".utf8) { return try scryptCrypt(value) }
        throw HashError(.unsupported, "a form of crypt(3) that isn't read, such as that of DES")
    }

    /// The digest of the password with the salt behind it, and then the salt.
    private static func ldapDigest(_ value: HashText.Part, _ digest: HashDigest, isSalted: Bool) throws(HashError) -> Method {
        let bytes = try HashText.base64(value, "the digest")
        let lengths = isSalted ? digest.count + 1...digest.count + 64 : digest.count...digest.count
        guard lengths.contains(bytes.count) else { throw HashError(.malformed, "the digest has \(bytes.count) bytes") }
        return .digest(
            digest, .suffix, salt: Array(bytes.dropFirst(digest.count)), value: Array(bytes.prefix(digest.count)), isCut: false)
    }

    /// `10000$salt$key` of OpenLDAP, with full stops or plus signs.
    private static func openLDAP(_ value: HashText.Part, _ digest: HashDigest) throws(HashError) -> Method {
        let parts = HashText.parts(value, by: "$")
        guard parts.count == 3 else { throw HashText.malformed("the hash of OpenLDAP") }
        let key = try HashText.base64(unpadded(parts[2]), "the key", .none, dots: true)
        guard key.count == digest.count else { throw HashError(.malformed, "the key has \(key.count) bytes") }
        return try pbkdf2(
            digest, try iterations(parts[0]), salt: try HashText.base64(unpadded(parts[1]), "the salt", .none, dots: true), key: key)
    }

    private static func unpadded(_ text: HashText.Part) -> HashText.Part {
        var text = text
        while text.last == UInt8(ascii: "=") { text = text.dropLast() }
        return text
    }

    /// `10000:`, and in base64 the key and the salt behind it.
    private static func pingDS(_ value: HashText.Part, _ digest: HashDigest) throws(HashError) -> Method {
        let parts = HashText.parts(value, by: ":")
        guard parts.count == 2 else { throw HashText.malformed("the hash of PBKDF2") }
        let bytes = try HashText.base64(parts[1], "key and salt")
        guard bytes.count > digest.count else { throw HashError(.malformed, "the hash has no salt") }
        return try pbkdf2(
            digest, try iterations(parts[0]), salt: Array(bytes.dropFirst(digest.count)), key: Array(bytes.prefix(digest.count)))
    }
}
