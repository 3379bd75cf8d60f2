public import Primitives

/// A server's metadata (OpenID Connect Discovery §3, RFC 8414 §2): the members that a client acts on, typed, and the rest.
public struct DiscoveryDocument: Sendable, Equatable {
    /// All members, in order.
    public var members: JSONObject

    public init(_ members: JSONObject) { self.members = members }

    /// Reads a document.
    /// - Throws: `invalid_request` when it has no issuer or lacks one of the endpoints that every login needs.
    public init(json: JSONValue) throws(OAuthError) {
        guard let members = json.object else { throw OAuthError(.invalidRequest, "a discovery document is a JSON object") }
        self.init(members)
        for name in ["issuer", "authorization_endpoint", "token_endpoint"] where members[name]?.string == nil {
            throw OAuthError(.invalidRequest, "the discovery document has no \(name)")
        }
    }

    public var json: JSONValue { .object(members) }

    public var issuer: String { members["issuer"]?.string ?? "" }
    public var authorizationEndpoint: String { members["authorization_endpoint"]?.string ?? "" }
    public var tokenEndpoint: String { members["token_endpoint"]?.string ?? "" }
    public var userInfoEndpoint: String? { members["userinfo_endpoint"]?.string }
    public var revocationEndpoint: String? { members["revocation_endpoint"]?.string }
    public var introspectionEndpoint: String? { members["introspection_endpoint"]?.string }
    public var endSessionEndpoint: String? { members["end_session_endpoint"]?.string }
    /// PingOne's endpoint that ends a session without a browser (`pingam-protocol.md` 4.7).
    public var idpEndSessionEndpoint: String? { members["ping_end_idp_session_endpoint"]?.string }
    public var pushedAuthorizationRequestEndpoint: String? { members["pushed_authorization_request_endpoint"]?.string }
    public var jwksURI: String? { members["jwks_uri"]?.string }
    public var supportsIssuerInResponse: Bool { members["authorization_response_iss_parameter_supported"]?.bool ?? false }
}
