import Foundation
import OAuthMessages
import Primitives

/// One authorization request: what it asks, and what its answer must match.
struct AuthorizationAttempt: Sendable {
    let registration: Registration
    let redirect: String
    let state: String
    let nonce: String?
    let verifier: Secret
    private let parameters: [String: String]

    /// A request with fresh state, nonce and code verifier. `parameters` are further ones of the app's, such as `acr_values`;
    /// they can't replace ours. A given `nonce` is another party's, which checks it.
    init(
        for registration: Registration, redirect: String, nonce: String? = nil, parameters: [String: String], random: any RandomSource
    ) {
        self.registration = registration
        self.redirect = redirect
        self.parameters = parameters
        state = random.token(16)
        self.nonce = nonce ?? (registration.asksForIDToken ? random.token(16) : nil)
        verifier = Secret(PKCE.verifier(from: random))
    }

    /// The same request with another redirect URI, as when the port of a loopback redirect becomes known.
    private init(_ attempt: AuthorizationAttempt, redirect: String) {
        registration = attempt.registration
        self.redirect = redirect
        state = attempt.state
        nonce = attempt.nonce
        verifier = attempt.verifier
        parameters = attempt.parameters
    }

    func redirecting(to redirect: String) -> AuthorizationAttempt { AuthorizationAttempt(self, redirect: redirect) }

    /// The query of the authorization request (RFC 6749 §4.1.1, RFC 7636 §4.3).
    var query: String { form.encoded }

    /// The parameters of the authorization request.
    var form: FormBody {
        let request = AuthorizationRequest(
            clientID: registration.clientID, redirectURI: redirect, scope: registration.scope, state: state,
            codeChallenge: PKCE.challenge(of: verifier.reveal()), nonce: nonce)
        var form = request.form
        let taken = Set(form.parameters.map(\.name))
        for (name, value) in parameters.sorted(by: { $0.key < $1.key }) where !taken.contains(name) { form.append(name, value) }
        return form
    }
}
