import OAuthMessages
import Primitives
import Sessions
import Directory
import MultiFactor

/// An authorization request that may be answered to its redirect URI.
struct CheckedRequest: Sendable {
    let application: Application
    /// The address to which the answer goes; ``redirectless`` for a client that is answered at once and named no place.
    let redirectURI: String
    /// Whether the client shows what is asked, and is answered without redirects (`docs/protocols/platform.md` 6.1).
    let isFlow: Bool
    /// Whether it only asks for a session and named no place: then the status says it (`docs/protocols/step-protocol.md` 4.8).
    let isBare: Bool
    /// Whether answers to the redirect URI stand in its fragment.
    let isInFragment: Bool
    let state: String?
    let issuer: Issuer
    /// Everything that was asked, checked; or why it is refused.
    let content: Result<Content, OAuthError>

    struct Content: Sendable {
        let request: AuthorizationRequest
        let responseType: ResponseType
        let scope: Scope
        /// Empty where no code is asked for.
        let challenge: String
        let prompt: Prompt
        let marker: String?
        /// The reference to its mobile payload, once that was kept.
        let payload: String?
    }

    static let redirectless = "urn:pingidentity:redirectless"

    /// Checks a request.
    ///
    /// - Parameter takesFlows: whether it may be answered by a flow.
    /// - Throws: errors that must not be redirected: no client, no redirect URI or one that isn't the client's (RFC 6749 §4.1.2.1).
    init(_ form: FormBody, application: Application, issuer: Issuer, takesFlows: Bool = false) throws(OAuthError) {
        self.application = application
        self.issuer = issuer
        let (mode, named) = (try form.given("response_mode"), try form.given("redirect_uri"))
        let isFlow = takesFlows && mode == Authorization.flowMode
        self.isFlow = isFlow
        let responseType = (try? form.given("response_type")) ?? nil
        isInFragment = responseType == ResponseType.idToken.rawValue || mode == ResponseTypes.fragment
        isBare = !isFlow && named == nil && responseType == ResponseType.none.rawValue
        if isFlow {
            redirectURI = named ?? Self.redirectless
        } else {
            redirectURI = isBare ? Self.redirectless : try form.required("redirect_uri")
        }
        let isRegistered = RedirectURI.isRegistered(redirectURI, among: application.settings.redirectURIs)
        guard isRegistered || isBare || isFlow && redirectURI == Self.redirectless else {
            throw OAuthError(.redirectURIMismatch, "redirect URI is not registered")
        }
        state = (try? form.given("state")) ?? nil
        content = Result { () throws(OAuthError) in try Content(form, settings: application.settings, isFlow: isFlow) }
    }

    /// The answer with a code, in the order of `docs/protocols/step-protocol.md` 4.1.
    func success(_ code: String, in session: UserSession, state sessionState: String?) -> AuthorizationOutcome {
        var answer = FormBody([("code", code), ("iss", issuer.name)])
        answer.append("state", state)
        answer.append("client_id", application.id)
        guard !isFlow else { return .answer(answer, session) }
        answer.append("session_state", sessionState)
        return .redirect(location(of: answer))
    }

    /// Whether an error is told at once, rather than to the redirect URI.
    var isAnsweredDirectly: Bool { isFlow || isBare }

    /// The answer that there is a session that meets the request, with an ID token if one was asked for.
    func confirmation(idToken: String? = nil, state sessionState: String?) -> AuthorizationOutcome {
        guard !isAnsweredDirectly else { return .confirmed }
        var answer = FormBody()
        answer.append("id_token", idToken)
        answer.append("iss", issuer.name)
        answer.append("state", state)
        answer.append("client_id", application.id)
        answer.append("session_state", sessionState)
        return .redirect(location(of: answer))
    }

    private func location(of answer: FormBody) -> String {
        isInFragment ? redirectURI + "#" + answer.encoded : RedirectURI.appending(answer.encoded, to: redirectURI)
    }

    /// The answer with an error (RFC 6749 §4.1.2.1, RFC 9207).
    func failure(_ error: OAuthError) -> String {
        var answer = error.form
        answer.append("iss", issuer.name)
        answer.append("state", state)
        answer.append("client_id", application.id)
        return location(of: answer)
    }
}

extension CheckedRequest.Content {
    fileprivate init(_ form: FormBody, settings: ApplicationSettings, isFlow: Bool) throws(OAuthError) {
        request = try AuthorizationRequest(form: form)
        try form.refuseUnsupported()
        guard !request.responseType.isEmpty else { throw OAuthError(.invalidRequest, "the parameter response_type is missing") }
        guard let responseType = ResponseType(exactly: request.responseType), !isFlow || responseType != .idToken else {
            throw OAuthError(.unsupportedResponseType, "response_type must be one of \(ResponseTypes.served.joined(separator: ", "))")
        }
        self.responseType = responseType
        guard isFlow || responseType.modes.contains(request.responseMode ?? responseType.modes[0]) else {
            throw OAuthError(.invalidRequest, "response_mode must be \(responseType.modes.joined(separator: " or "))")
        }
        guard settings.grantTypes.contains(.authorizationCode) else {
            throw OAuthError(.unauthorizedClient, "the client may not use the authorization code grant")
        }
        guard (request.nonce ?? "").utf8.count <= 1024 else { throw OAuthError(.invalidRequest, "nonce is longer than 1024 bytes") }
        challenge = responseType == .code ? try Self.challenge(request) : ""
        scope = try settings.scope(requested: request.scope)
        prompt = try Prompt(request.prompt)
        marker = try form.value(SignInMarker.parameter)
        payload = try form.value(MobilePayloads.reference)
        if responseType == .idToken { try checkSilence() }
        guard !isFlow || responseType == .code || prompt.isForbidden else {
            throw OAuthError(.invalidRequest, "in a flow response_type=none goes with prompt=none")
        }
    }

    /// An ID token comes by way of the browser only for who looks whether a session is there, and bound to the request by its nonce
    /// (OpenID Connect Core §3.2.2.1).
    private func checkSilence() throws(OAuthError) {
        guard prompt.isForbidden, request.nonce != nil, scope.contains(Scope.openID) else {
            throw OAuthError(.invalidRequest, "response_type=id_token goes with prompt=none, a nonce and the scope openid")
        }
    }

    /// PKCE is for every client, and S256 the only method: a request without one would ask for `plain` (RFC 7636 §4.3).
    private static func challenge(_ request: AuthorizationRequest) throws(OAuthError) -> String {
        guard let challenge = request.codeChallenge, !challenge.isEmpty else {
            throw OAuthError(.invalidRequest, "code_challenge is missing: PKCE is required of every client")
        }
        guard request.codeChallengeMethod == PKCE.method else {
            throw OAuthError(.invalidRequest, "code_challenge_method must be S256")
        }
        guard PKCE.isChallenge(challenge) else {
            throw OAuthError(.invalidRequest, "code_challenge is not the base64url text of a SHA-256")
        }
        return challenge
    }
}
