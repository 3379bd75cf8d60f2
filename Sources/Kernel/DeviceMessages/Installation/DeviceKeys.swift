public import JOSE
public import Primitives

/// The realm's keys as devices see them: one set, in which the keys for device statements say so, and no key serves both uses.
public struct DeviceKeys: Sendable {
    /// The member of a key that says what it signs.
    private static let use = "statements"

    /// The keys that sign pushes.
    public let statements: VerificationKeys
    /// The keys that sign ID tokens.
    public let tokens: VerificationKeys

    /// The set as it is published.
    public static func document(statements: [JSONObject], tokens: [JSONObject]) -> JSONValue {
        let marked = statements.map { key in
            var key = key
            key[use] = true
            return key
        }
        return ["keys": .array((marked + tokens).map(JSONValue.object))]
    }

    /// Reads ``document(statements:tokens:)``.
    /// - Throws: `.malformed`.
    public init(json: JSONValue) throws(DeviceError) {
        guard let object = json.object, let set = try? JWKSet(object) else {
            throw DeviceError(.malformed, "the realm's keys are no key set")
        }
        let (statements, tokens) = (set.keys.filter { $0.others[Self.use] == true }, set.keys.filter { $0.others[Self.use] != true })
        self.statements = VerificationKeys(JWKSet(statements))
        self.tokens = VerificationKeys(JWKSet(tokens))
    }
}
