public import Primitives

/// A successful answer of the token endpoint (RFC 6749 §5.1, OpenID Connect Core §3.1.3.3).
public struct TokenResponse: Sendable, Equatable {
    /// The token that a resource server takes.
    public var accessToken: Secret
    /// `Bearer`.
    public var tokenType: String
    /// Seconds until the access token expires; an integer on the wire (`docs/protocols/step-protocol.md` 0, rule 16). nil when the server
    /// doesn't say.
    public var expiresIn: Int?
    /// The token that gets new access tokens; nil when the server issued none.
    public var refreshToken: Secret?
    /// The ID token in its compact form; nil when `openid` was not in the scope.
    public var idToken: String?
    /// Space-separated scopes; nil when they are those asked for.
    public var scope: String?

    /// Makes an answer; the type is `Bearer` and the optional tokens are left out by default.
    public init(
        accessToken: Secret, tokenType: String = "Bearer", expiresIn: Int?, refreshToken: Secret? = nil,
        idToken: String? = nil, scope: String? = nil
    ) {
        self.accessToken = accessToken
        self.tokenType = tokenType
        self.expiresIn = expiresIn
        self.refreshToken = refreshToken
        self.idToken = idToken
        self.scope = scope
    }

    /// The JSON body with the tokens in the clear; members that are nil are left out.
    public var json: JSONValue {
        var object: JSONObject = ["access_token": .string(accessToken.reveal())]
        object["refresh_token"] = (refreshToken?.reveal()).map(JSONValue.string)
        object["id_token"] = idToken.map(JSONValue.string)
        object["scope"] = scope.map(JSONValue.string)
        object["token_type"] = .string(tokenType)
        object["expires_in"] = expiresIn.map { .integer(Int64($0)) }
        return .object(object)
    }

    /// Reads the wire form.
    /// - Throws: `invalid_request` when there is no access token or no token type.
    public init(json: JSONValue) throws(OAuthError) {
        guard let accessToken = json["access_token"]?.string, let tokenType = json["token_type"]?.string else {
            throw OAuthError(.invalidRequest, "a token response without access_token or token_type")
        }
        self.init(
            accessToken: Secret(accessToken), tokenType: tokenType,
            expiresIn: json["expires_in"]?.integer.flatMap { Int(exactly: $0) },
            refreshToken: (json["refresh_token"]?.string).map { Secret($0) }, idToken: json["id_token"]?.string,
            scope: json["scope"]?.string)
    }
}
