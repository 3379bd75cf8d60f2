public import Primitives

/// The claims about the end user (OpenID Connect Core §5.1, §5.3.2).
public struct UserInfo: Sendable, Equatable {
    /// All claims, in order.
    public var claims: JSONObject

    /// Makes an answer of claims that are not checked.
    public init(claims: JSONObject) { self.claims = claims }

    /// Reads the answer of the userinfo endpoint.
    /// - Throws: `invalid_token` when it has no `sub`.
    public init(json: JSONValue) throws(OAuthError) {
        guard let claims = json.object, claims["sub"]?.string != nil else {
            throw OAuthError(.invalidToken, "the user info has no sub")
        }
        self.init(claims: claims)
    }

    /// The claims as the JSON body of the answer.
    public var json: JSONValue { .object(claims) }
    /// The claim `sub`: the user's identifier at the issuer; empty when it is missing.
    public var subject: String { claims["sub"]?.string ?? "" }
    /// The claim `name`: the full name for display.
    public var name: String? { claims["name"]?.string }
    /// The claim `given_name`.
    public var givenName: String? { claims["given_name"]?.string }
    /// The claim `family_name`.
    public var familyName: String? { claims["family_name"]?.string }
    /// The claim `preferred_username`: the short name that the user goes by; it may change.
    public var preferredUsername: String? { claims["preferred_username"]?.string }
    /// The claim `email`: the preferred address, which need not be verified.
    public var email: String? { claims["email"]?.string }
    /// The claim `email_verified`; nil when the server does not say.
    public var emailVerified: Bool? { claims["email_verified"]?.bool }
}
