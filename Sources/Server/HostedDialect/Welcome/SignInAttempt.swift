import HTTPBase
import OAuthMessages
import Primitives

/// The welcome page's memory of a sign-in that it began: only the browser that began it can finish it.
struct SignInAttempt: Sendable {
    let verifier: String
    let state: String
    let nonce: String

    init(random: some RandomSource) {
        verifier = PKCE.verifier(from: random)
        state = random.token(16)
        nonce = random.token(16)
    }

    init?(_ members: JSONObject) {
        guard let verifier = members["verifier"]?.string, let state = members["state"]?.string,
            let nonce = members["nonce"]?.string
        else { return nil }
        self.verifier = verifier
        self.state = state
        self.nonce = nonce
    }

    var members: JSONObject { ["verifier": .string(verifier), "state": .string(state), "nonce": .string(nonce)] }

    /// The request to the authorization endpoint.
    ///
    /// - Parameter context: the authentication context class that is wanted; nil for the usual one.
    func request(redirectURI: String, context: String?) -> AuthorizationRequest {
        AuthorizationRequest(
            clientID: WelcomeClient.id, redirectURI: redirectURI, scope: "openid profile email", state: state,
            codeChallenge: PKCE.challenge(of: verifier), nonce: nonce, acrValues: context)
    }

    func isState(_ other: String?) -> Bool { other.map { constantTimeEqual(Array($0.utf8), Array(state.utf8)) } ?? false }
}
