package import Primitives

extension ForeignHash {
    /// Reads PingIDM's `{"$crypto": …}` of type `salted-hash`.
    /// - Throws: ``HashError``.
    package init(idm document: JSONObject) throws(HashError) {
        guard let crypto = document["$crypto"]?.object, crypto["type"] == "salted-hash" else {
            throw HashError(.unsupported, "an encrypted password, which can't be read without the keys of where it comes from")
        }
        let digests: [String: HashDigest] = ["SHA-256": .sha256, "SHA-384": .sha384, "SHA-512": .sha512]
        guard let value = crypto["value"], let digest = value["algorithm"]?.string.flatMap({ digests[$0] }) else {
            throw HashError(.unsupported, "an algorithm other than SHA-256, SHA-384 and SHA-512")
        }
        let bytes = try Self.base64(value["data"], "the hash's data")
        guard (digest.count + 1...digest.count + 64).contains(bytes.count) else {
            throw HashError(.malformed, "the hash's data have \(bytes.count) bytes")
        }
        self.init(
            try Self.plain(
                digest, .suffix, salt: Array(bytes.dropFirst(digest.count)), value: Array(bytes.prefix(digest.count)), isCut: true))
    }

    /// Reads Auth0's `custom_password_hash`.
    /// - Throws: ``HashError``.
    package init(custom document: JSONObject) throws(HashError) {
        guard let algorithm = document["algorithm"]?.string, let hash = document["hash"] else {
            throw HashError(.malformed, "the hash has no algorithm or no value")
        }
        if let encoding = document["password"]?["encoding"]?.string, !["utf8", "ascii"].contains(encoding) {
            throw HashError(.unsupported, "passwords in an encoding other than UTF-8")
        }
        let salt = document["salt"]
        if let form = Self.texts[algorithm] {
            guard salt == nil, let text = hash["value"]?.string else {
                throw HashError(.unsupported, "a salt beside a hash that has its own, or no text")
            }
            try self.init(parsing: text, as: form)
            if algorithm == "ldap", case .crypt = method { throw HashError(.unsupported, "{CRYPT} under ldap") }
            return
        }
        guard let place = SaltPlace(exactly: salt?["position"]?.string ?? "prefix") else { throw HashText.malformed("the salt's position") }
        var saltBytes: [UInt8] = []
        if let salt { saltBytes = try Self.bytes(salt, "utf8", "the salt") }
        self.init(try Self.custom(algorithm, document, try Self.bytes(hash, "hex", "the hash"), place, saltBytes))
    }

    /// The algorithms whose value is a text of their own.
    private static let texts: [String: HashFormat] = ["argon2": .argon2, "bcrypt": .bcrypt, "ldap": .ldap, "pbkdf2": .pbkdf2]

    private static func custom(
        _ algorithm: String, _ document: JSONObject, _ value: [UInt8], _ place: SaltPlace, _ salt: [UInt8]
    ) throws(HashError) -> Method {
        func number(_ name: String, _ standard: Int) throws(HashError) -> Int {
            guard let given = document[name] else { return standard }
            guard case .integer(let number) = given, (1...1 << 31).contains(number) else { throw HashText.malformed(name) }
            return Int(number)
        }
        switch algorithm {
        case "scrypt":
            guard value.count == (try number("keylen", 64)) else { throw HashError(.malformed, "the key has another length than keylen") }
            return try scrypt(
                try ScryptCost(
                    rounds: number("cost", 16_384), blockSize: number("blockSize", 8), lanes: number("parallelization", 1)), salt: salt,
                key: value)
        case "hmac":
            guard let hash = document["hash"], let key = hash["key"], let digest = hash["digest"]?.string.flatMap(HashDigest.init(exactly:))
            else {
                throw HashError(.malformed, "the code has no digest or no key")
            }
            return try keyed(digest, place, key: try bytes(key, "utf8", "the key"), salt: salt, value: value)
        default:
            guard let digest = HashDigest(exactly: algorithm), digest != .sha384 else {
                throw HashError(.unsupported, "an algorithm by which no password can be checked")
            }
            return try plain(digest, place, salt: salt, value: value)
        }
    }

    /// The bytes of a value with its encoding.
    private static func bytes(_ value: JSONValue, _ standard: String, _ what: String) throws(HashError) -> [UInt8] {
        guard let text = value["value"]?.string, text.utf8.count <= HashBounds.text.upperBound else { throw HashText.malformed(what) }
        switch value["encoding"]?.string ?? standard {
        case "hex": return try HashText.digits(Array(text.utf8).part, what)
        case "base64": return try base64(value["value"], what)
        case "utf8": return Array(text.utf8)
        default: throw HashError(.unsupported, "\(what) in an encoding other than hex, base64 and utf8")
        }
    }

    private static func base64(_ value: JSONValue?, _ what: String) throws(HashError) -> [UInt8] {
        guard let text = value?.string, text.utf8.count <= HashBounds.text.upperBound else { throw HashText.malformed(what) }
        return try HashText.base64(Array(text.utf8).part, what)
    }
}
