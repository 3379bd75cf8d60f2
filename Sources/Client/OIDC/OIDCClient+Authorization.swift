import DeviceFoundation
import OAuthMessages
import Primitives

extension OIDCClient {
    /// Obtains tokens with a session token, without a browser (`docs/protocols/step-protocol.md` 4.1).
    ///
    /// With `isRenewal`, tokens came of such a request before, so that a status 400 or 403 is about the session: the user must sign in.
    func authorized(with session: Session, isRenewal: Bool) async throws(OIDCError) -> TokenSet {
        let attempt = AuthorizationAttempt(
            for: registration, redirect: registration.redirect, parameters: parameters, random: device.random)
        do {
            let location = try await authorize(attempt, showing: session, isRenewal: isRenewal)
            return try await tokens(for: attempt, answeredAt: location, session: session)
        } catch {
            if error.code == .notAuthenticated { try await forget(session) }
            throw error
        }
    }

    /// Returns the URL that the authorization endpoint redirects to.
    private func authorize(
        _ attempt: AuthorizationAttempt, showing session: Session, isRenewal: Bool
    ) async throws(OIDCError) -> String {
        var request = HTTPRequest(.get, try await directory.url(of: .authorize))
        request.addQuery(encoded: attempt.query)
        request.headers["Accept-API-Version"] = "resource=2.1, protocol=1.0"
        sessions.show(session, in: &request)
        let response: HTTPResponse
        do { response = try await device.send(request, as: .authorize) } catch { throw OIDCError(error) }
        switch response.status {
        case 300..<400:
            guard let location = response.headers["Location"] else {
                throw OIDCError(.unexpectedAnswer, "the authorization endpoint redirects nowhere")
            }
            return location
        case 200:
            throw OIDCError(.interactionRequired, "the server shows a page; does the client \(registration.clientID) have implied consent?")
        case 401: throw OIDCError(.notAuthenticated, "the server does not accept the session")
        case 400 where isRenewal, 403 where isRenewal:
            throw OIDCError(
                .notAuthenticated, "the server gives no tokens for the session any more",
                underlying: OIDCError(response, from: "authorization"))
        default: throw OIDCError(response, from: "authorization")
        }
    }

    /// Takes the code from the redirect, exchanges it, verifies the ID token and keeps the tokens.
    func tokens(
        for attempt: AuthorizationAttempt, answeredAt location: String, session: Session?
    ) async throws(OIDCError) -> TokenSet {
        let document = registration.asksForIDToken ? try await directory.document() : nil
        let code = try attempt.code(
            in: location, issuer: document?.issuer, mustSay: document?.supportsIssuerInResponse ?? false)
        let response = try await endpoint.exchange(code: code, redirect: attempt.redirect, verifier: attempt.verifier)
        var tokens = TokenSet(response, at: device.time.now)
        if let idToken = response.idToken {
            tokens.subject = try await idTokens.verify(idToken, nonce: attempt.nonce, beside: response.accessToken)
        } else if registration.asksForIDToken {
            throw OIDCError(.invalidIDToken, "openid was asked for, and no ID token came")
        }
        tokens.sessionFingerprint = session?.fingerprint
        try await keeper.keep(tokens)
        return tokens
    }

    /// The server does not know the session any more: neither do we, nor its tokens.
    private func forget(_ session: Session) async throws(OIDCError) {
        try await keeper.forget()
        do { try await sessions.forget(session) } catch { throw OIDCError(error) }
    }
}
