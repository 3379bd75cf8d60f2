public import Primitives

/// A server's metadata (OpenID Connect Discovery §3, RFC 8414 §2): the members that a client acts on, typed, and the rest.
public struct DiscoveryDocument: Sendable, Equatable {
    /// All members, in order.
    public var members: JSONObject

    /// Makes a document of members that are not checked.
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

    /// The document as it stands on the wire.
    public var json: JSONValue { .object(members) }

    /// The server's identifier, an `https` URL; it equals the claim `iss` of its tokens. Empty when the member is missing.
    public var issuer: String { members["issuer"]?.string ?? "" }
    /// The URL of `authorization_endpoint`; empty when the member is missing.
    public var authorizationEndpoint: String { members["authorization_endpoint"]?.string ?? "" }
    /// The URL of `token_endpoint`; empty when the member is missing.
    public var tokenEndpoint: String { members["token_endpoint"]?.string ?? "" }
    /// The URL of `userinfo_endpoint`.
    public var userInfoEndpoint: String? { members["userinfo_endpoint"]?.string }
    /// The URL of `revocation_endpoint` (RFC 7009).
    public var revocationEndpoint: String? { members["revocation_endpoint"]?.string }
    /// The URL of `introspection_endpoint` (RFC 7662).
    public var introspectionEndpoint: String? { members["introspection_endpoint"]?.string }
    /// The URL of `end_session_endpoint`, where the browser logs out.
    public var endSessionEndpoint: String? { members["end_session_endpoint"]?.string }
    /// PingOne's endpoint that ends a session without a browser (`docs/protocols/step-protocol.md` 4.7).
    public var idpEndSessionEndpoint: String? { members["ping_end_idp_session_endpoint"]?.string }
    /// The URL of `pushed_authorization_request_endpoint` (RFC 9126).
    public var pushedAuthorizationRequestEndpoint: String? { members["pushed_authorization_request_endpoint"]?.string }
    /// The URL of the server's key set, `jwks_uri`.
    public var jwksURI: String? { members["jwks_uri"]?.string }
    /// Whether the server names itself by `iss` in authorization responses (RFC 9207); false when the document does not say.
    public var supportsIssuerInResponse: Bool { members["authorization_response_iss_parameter_supported"]?.bool ?? false }
}
