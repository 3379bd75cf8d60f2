public import Primitives

/// A JWK Set (RFC 7517 §5).
public struct JWKSet: Sendable, Equatable {
    /// The keys that were understood.
    public var keys: [JWK]
    /// The errors of the members of `keys` that were left out: a key type that is not known, a member missing or out of range.
    public let skipped: [JWKError]

    /// A set of some keys.
    public init(_ keys: [JWK]) {
        self.keys = keys
        skipped = []
    }

    /// Parses a set from its JSON text. A key that can't be used is left out, as RFC 7517 §5 asks; a text that is no set throws.
    public init(parsing text: some Collection<UInt8>, limits: JOSELimits = .standard) throws(JWKError) {
        let value: JSONValue
        do { value = try JSONValue(parsing: text) } catch {
            throw JWKError(error.code == .tooLong ? .tooLarge : .malformed, "the key set is \(error.reason)", underlying: error)
        }
        guard case .object(let members) = value else { throw JWKError(.malformed, "the key set is not a JSON object") }
        try self.init(members, limits: limits)
    }

    /// A set from its members; as ``init(parsing:limits:)``.
    /// - Throws: ``JWKError/Code/malformed`` when `keys` is no array of objects; ``JWKError/Code/tooLarge`` when there are more keys than
    ///   `limits` allows.
    public init(_ members: JSONObject, limits: JOSELimits = .standard) throws(JWKError) {
        guard let values = members["keys"]?.array else { throw JWKError(.malformed, "keys is missing or not an array") }
        guard values.count <= limits.keys else {
            throw JWKError(.tooLarge, "a key set of \(values.count) keys; at most \(limits.keys) are taken")
        }
        var keys: [JWK] = []
        var skipped: [JWKError] = []
        for value in values {
            guard let members = value.object else { throw JWKError(.malformed, "a member of keys is not an object") }
            do { keys.append(try JWK(members)) } catch { skipped.append(error) }
        }
        self.keys = keys
        self.skipped = skipped
    }

    /// The first key with this `kid`.
    public subscript(keyID: String) -> JWK? { keys.first { $0.keyID == keyID } }

    /// The set with public keys alone, safe to publish; symmetric keys are left out.
    public var publicJSON: JSONObject { ["keys": .array(keys.compactMap(\.publicJSON).map(JSONValue.object))] }

    /// The set with all keys in clear, for storage that is itself sealed.
    public var privateJSON: JSONObject { ["keys": .array(keys.map { .object($0.privateJSON) })] }
}
