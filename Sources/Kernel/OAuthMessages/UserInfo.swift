public import Primitives

/// The claims about the end user (OpenID Connect Core §5.1, §5.3.2).
public struct UserInfo: Sendable, Equatable {
    /// All claims, in order.
    public var claims: JSONObject

    public init(claims: JSONObject) { self.claims = claims }

    /// Reads the answer of the userinfo endpoint.
    /// - Throws: `invalid_token` when it has no `sub`.
    public init(json: JSONValue) throws(OAuthError) {
        guard let claims = json.object, claims["sub"]?.string != nil else {
            throw OAuthError(.invalidToken, "the user info has no sub")
        }
        self.init(claims: claims)
    }

    public var json: JSONValue { .object(claims) }
    public var subject: String { claims["sub"]?.string ?? "" }
    public var name: String? { claims["name"]?.string }
    public var givenName: String? { claims["given_name"]?.string }
    public var familyName: String? { claims["family_name"]?.string }
    public var preferredUsername: String? { claims["preferred_username"]?.string }
    public var email: String? { claims["email"]?.string }
    public var emailVerified: Bool? { claims["email_verified"]?.bool }
}
