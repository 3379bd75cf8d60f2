package import Primitives

extension ForeignHash {
    /// Reads a credential of a realm's export: its two members of JSON in strings, or the flat form before version 8.
    /// - Throws: ``HashError``.
    package init(keycloak credential: JSONObject) throws(HashError) {
        guard let data = credential["credentialData"] else {
            self.init(
                try Self.keycloak(
                    credential["algorithm"]?.string, credential["hashIterations"], credential["hashedSaltedValue"]?.string,
                    credential["salt"]?.string, JSONObject()))
            return
        }
        let (hash, secret) = (try Self.nested(data), try Self.nested(credential["secretData"]))
        let more = (hash["additionalParameters"] ?? hash["algorithmData"])?.object ?? JSONObject()
        self.init(
            try Self.keycloak(
                hash["algorithm"]?.string, hash["hashIterations"], secret["value"]?.string, secret["salt"]?.string, more))
    }

    private static func nested(_ value: JSONValue?) throws(HashError) -> JSONObject {
        let limits = JSONLimits(bytes: 16 << 10, depth: 8)
        guard let text = value?.string, let object = try? JSONValue(parsing: text, limits: limits).object else {
            throw HashError(.malformed, "the credential's data is no JSON object in a string")
        }
        return object
    }

    private static func keycloak(
        _ algorithm: String?, _ iterations: JSONValue?, _ value: String?, _ salt: String?, _ more: JSONObject
    ) throws(HashError) -> Method {
        guard let value, value.utf8.count <= HashBounds.text.upperBound, let salt, salt.utf8.count <= HashBounds.text.upperBound else {
            throw HashText.malformed("the credential's value or salt")
        }
        if algorithm == "bcrypt" { return try bcrypt(Array(value.utf8).part) }
        guard case .integer(let iterations)? = iterations, let iterations = Int(exactly: iterations) else {
            throw HashError(.malformed, "the credential has no hashIterations")
        }
        guard salt != "__SALT__" else { throw HashError(.malformed, "the credential's salt is a placeholder") }
        let (saltBytes, key) = (
            try HashText.base64(Array(salt.utf8).part, "the salt"), try HashText.base64(Array(value.utf8).part, "the value")
        )
        if algorithm == "argon2" { return try keycloakArgon2(iterations, saltBytes, key, more) }
        let digests: [String: HashDigest] = ["pbkdf2": .sha1, "pbkdf2-sha256": .sha256, "pbkdf2-sha512": .sha512]
        guard let digest = algorithm.flatMap({ digests[$0] }) else {
            throw HashError(.unsupported, "an algorithm of a plug-in, by which no password can be checked")
        }
        return try pbkdf2(digest, iterations, salt: saltBytes, key: key)
    }

    /// The parameters are lists of one text each.
    private static func keycloakArgon2(
        _ passes: Int, _ salt: [UInt8], _ tag: [UInt8], _ more: JSONObject
    ) throws(HashError) -> Method {
        func parameter(_ name: String) throws(HashError) -> String {
            guard let text = more[name]?.array?.first?.string else { throw HashError(.malformed, "Argon2's parameter \(name) is missing") }
            return text
        }
        func number(_ name: String, _ range: ClosedRange<Int>) throws(HashError) -> Int {
            try HashText.number(Array(try parameter(name).utf8).part, in: range, "Argon2's parameter \(name)")
        }
        guard let variant = Argon2.Variant(exactly: try parameter("type")),
            let version = ["1.0": 16, "1.3": 19][try parameter("version")]
        else { throw HashError(.unsupported, "a type or version of Argon2") }
        guard try number("hashLength", HashBounds.argon2Tag) == tag.count else {
            throw HashError(.malformed, "the digest has another length than hashLength says")
        }
        let cost = Argon2(
            variant, version: version, memory: try number("memory", HashBounds.argon2Memory), passes: passes,
            lanes: try number("parallelism", HashBounds.lanes))
        return try argon2(cost, salt: salt, tag: tag)
    }
}
