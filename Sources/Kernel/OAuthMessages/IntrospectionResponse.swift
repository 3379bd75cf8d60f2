public import Primitives

/// The answer of the introspection endpoint about a token (RFC 7662 §2.2).
public struct IntrospectionResponse: Sendable, Equatable {
    /// Whether the token is valid for the caller that asks.
    public var isActive: Bool
    /// Everything but `active`; empty for a token that isn't active.
    public var claims: JSONObject

    /// An active token with its claims.
    public init(active claims: JSONObject) {
        isActive = true
        self.claims = claims
    }

    private init() {
        isActive = false
        claims = JSONObject()
    }

    /// A token that is unknown, expired, revoked or not for the caller: nothing more is said (RFC 7662 §2.2).
    public static let inactive = IntrospectionResponse()

    /// Reads the wire form; the claims of a token that is not active are dropped.
    /// - Throws: ``OAuthError/Code/invalidRequest`` when it is no object or has no Boolean `active`.
    public init(json: JSONValue) throws(OAuthError) {
        guard var claims = json.object, let isActive = claims["active"]?.bool else {
            throw OAuthError(.invalidRequest, "an introspection response without active")
        }
        claims["active"] = nil
        self = isActive ? .init(active: claims) : .inactive
    }

    /// The JSON body: `active`, then the claims.
    public var json: JSONValue {
        .object(JSONObject([("active", .bool(isActive))] + claims.members.map { ($0.name, $0.value) }))
    }
}
