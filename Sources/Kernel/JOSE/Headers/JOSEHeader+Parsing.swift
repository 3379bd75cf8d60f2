import Primitives

extension JOSEHeader {
    /// The refusal of a header, for the error of the format that it belongs to.
    enum Refusal: Error {
        case malformed(String)
        /// `crit` names extensions, and this module understands none (RFC 7515 §4.1.11).
        case critical
    }

    /// The header in one base64url part of a compact serialisation.
    init(encoded: some Collection<UInt8>, limits: JSONLimits) throws(Refusal) {
        guard encoded.count <= limits.bytes * 4 / 3 + 3, let json = Base64URL.decode(utf8: encoded) else {
            throw .malformed("the protected header is too long or not base64url")
        }
        try self.init(json: json, limits: limits)
    }

    init(json: [UInt8], limits: JSONLimits) throws(Refusal) {
        let value: JSONValue
        do { value = try JSONValue(parsing: json, limits: limits) } catch { throw .malformed("the header is \(error.reason)") }
        guard case .object(let members) = value else { throw .malformed("the header is not a JSON object") }
        try self.init(checking: members)
    }

    /// Checks the members that are understood everywhere.
    init(checking members: JSONObject) throws(Refusal) {
        for name in ["alg", "enc", "kid", "typ", "cty"] {
            if let value = members[name], value.string == nil { throw .malformed("\(name) in the header is not a string") }
        }
        guard members["crit"] == nil else { throw .critical }
        self.init(members)
    }
}
