package import OAuthMessages
package import Primitives

/// One login at a provider: what the request says, and what its answer must match. It travels in a journey's state.
package struct ProviderLogin: Sendable, Equatable {
    /// The name of the provider, unique in the realm.
    package let provider: String
    /// The `state` of the request (RFC 6749 §4.1.1), by which its answer is known.
    package let state: String
    /// The `nonce` that the ID token must repeat (OpenID Connect Core §3.1.2.1).
    package let nonce: String
    /// The PKCE verifier, whose challenge the request carries (RFC 7636 §4.1).
    package let verifier: String

    /// A new login at a provider, with state, nonce and verifier drawn at random.
    package init(_ provider: String, random: any RandomSource) {
        self.provider = provider
        state = random.token(16)
        nonce = random.token(16)
        verifier = random.token(32)
    }

    /// Reads what ``json`` writes; nil when a member is missing.
    package init?(json: JSONValue) {
        guard let provider = json["provider"]?.string, let state = json["state"]?.string, let nonce = json["nonce"]?.string,
            let verifier = json["verifier"]?.string
        else { return nil }
        self.provider = provider
        self.state = state
        self.nonce = nonce
        self.verifier = verifier
    }

    package var json: JSONValue {
        ["provider": .string(provider), "state": .string(state), "nonce": .string(nonce), "verifier": .string(verifier)]
    }
}

/// The answer of a provider's authorization endpoint, as parameters of the request that came back.
package struct ProviderAnswer: Sendable, Equatable {
    /// The `state` of the request that is answered.
    package var state: String
    /// The authorization code; nil when the provider refused.
    package var code: String?
    /// The error code of the provider (RFC 6749 §4.1.2.1); nil when the login succeeded.
    package var error: String?
    /// The issuer that says that it answers (RFC 9207).
    package var issuer: String?
    /// The user's name as JSON: Apple tells it with the first login only.
    package var user: String?

    /// Reads the parameters of a request; nil when they are no answer.
    /// - Throws: `invalid_request` when one is given twice (RFC 6749 §3.1, §4.1.2): which one counts, the provider and this server might
    ///   see differently.
    package init?(_ parameters: FormBody) throws(OAuthError) {
        let state = try parameters.value("state")
        let code = try parameters.value("code")
        let error = try parameters.value("error")
        let (issuer, user) = (try parameters.value("iss"), try parameters.value("user"))
        guard let state, code != nil || error != nil else { return nil }
        self.init(state: state, code: code, error: error, issuer: issuer, user: user)
    }

    package init(state: String, code: String? = nil, error: String? = nil, issuer: String? = nil, user: String? = nil) {
        self.state = state
        self.code = code
        self.error = error
        self.issuer = issuer
        self.user = user
    }
}
