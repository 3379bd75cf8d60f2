import Primitives

/// The request of a client to the authorization endpoint (RFC 6749 §4.1.1, RFC 7636 §4.3, OpenID Connect Core §3.1.2.1).
public struct AuthorizationRequest: Sendable, Equatable {
    /// The identifier of the client, sent as `client_id`.
    public var clientID: String
    /// The URI that the answer goes to, one of those registered for the client; nil leaves the choice to the server.
    public var redirectURI: String?
    /// `code`; anything else is refused by the server.
    public var responseType: String
    /// `query` unless given.
    public var responseMode: String?
    /// Space-separated; nil for the client's default.
    public var scope: String?
    /// An opaque text that comes back unchanged in the answer, by which the client knows its own request (RFC 6749 §4.1.1).
    public var state: String?
    /// A text that comes back as a claim of the ID token (OpenID Connect Core §3.1.2.1).
    public var nonce: String?
    /// The challenge made of the code verifier (RFC 7636 §4.2); 43 characters of base64url with `S256`. See ``PKCE``.
    public var codeChallenge: String?
    /// The method by which the challenge was made; ``PKCE/method`` is the only one that is taken.
    public var codeChallengeMethod: String?
    /// Space-separated values of `prompt`.
    public var prompt: String?
    /// Space-separated authentication context classes; the server maps each to a journey.
    public var acrValues: String?
    /// The number of seconds since the user's last authentication that the client accepts; at least 0, nil for any age.
    public var maxAge: Int?
    /// The user's name, or another hint about it, as the client knows it.
    public var loginHint: String?
    /// Language tags, separated by spaces, the preferred one first.
    public var uiLocales: String?
    /// An ID token issued earlier, in its compact form, as a hint about the user.
    public var idTokenHint: String?

    /// Makes a request for a code. The challenge's method is `S256` when there is a challenge; the parameters that are not asked for here
    /// stay nil.
    public init(
        clientID: String, redirectURI: String?, scope: String?, state: String?, codeChallenge: String?,
        nonce: String? = nil, prompt: String? = nil, acrValues: String? = nil
    ) {
        self.clientID = clientID
        self.redirectURI = redirectURI
        responseType = "code"
        self.scope = scope
        self.state = state
        self.codeChallenge = codeChallenge
        codeChallengeMethod = codeChallenge == nil ? nil : PKCE.method
        self.nonce = nonce
        self.prompt = prompt
        self.acrValues = acrValues
    }

    /// Reads the parameters. The server judges their meaning for a given client.
    /// - Throws: ``OAuthError/Code/invalidRequest`` when `client_id` is missing, a parameter is given twice, or `max_age` is no whole
    ///   number.
    public init(form: FormBody) throws(OAuthError) {
        clientID = try form.required("client_id")
        redirectURI = try form.given("redirect_uri")
        responseType = try form.given("response_type") ?? ""
        responseMode = try form.given("response_mode")
        // A wrong value is an invalid_scope, which the scope's own reader reports.
        scope = try form.value("scope").flatMap { $0.isEmpty ? nil : $0 }
        state = try form.given("state")
        nonce = try form.given("nonce")
        codeChallenge = try form.given("code_challenge")
        codeChallengeMethod = try form.given("code_challenge_method")
        prompt = try form.given("prompt")
        acrValues = try form.given("acr_values")
        loginHint = try form.value("login_hint").flatMap { $0.isEmpty ? nil : $0 }
        uiLocales = try form.given("ui_locales")
        idTokenHint = try form.given("id_token_hint")
        maxAge = try Self.maxAge(form)
    }

    private static func maxAge(_ form: FormBody) throws(OAuthError) -> Int? {
        guard let text = try form.given("max_age") else { return nil }
        guard let seconds = Int(decimal: text) else {
            throw OAuthError(.invalidRequest, "max_age is a whole number of seconds")
        }
        return seconds
    }

    /// The parameters, absent ones left out.
    public var form: FormBody {
        var form = FormBody([("response_type", responseType), ("client_id", clientID)])
        form.append("redirect_uri", redirectURI)
        form.append("response_mode", responseMode)
        form.append("scope", scope)
        form.append("state", state)
        form.append("nonce", nonce)
        form.append("code_challenge", codeChallenge)
        form.append("code_challenge_method", codeChallengeMethod)
        form.append("prompt", prompt)
        form.append("acr_values", acrValues)
        form.append("max_age", maxAge.map(String.init))
        form.append("login_hint", loginHint)
        form.append("ui_locales", uiLocales)
        form.append("id_token_hint", idTokenHint)
        return form
    }
}
