import DeviceFoundation
import Foundation
import OAuthMessages
package import Primitives

extension OIDCClient {
    /// Signs out: forgets tokens and session on the device, revokes the tokens, ends the session. Tokens of another session than that, as
    /// those of central login, have their OpenID session ended.
    ///
    /// The device is cleaned first and in any case, also without a network. The report names what the server could not be told.
    @discardableResult
    public func signOut() async -> SignOutReport { await announce(await leave()) }

    /// The first half of signing out: cleans the device, and hands over what the server must still be told.
    /// With `keepingSession`, the session stays on the device, and the server need not be told of it: other apps use it too.
    package func leave(keepingSession: Bool = false) async -> Farewell {
        // A renewal that ended later would bring tokens back.
        renewal?.task.cancel()
        while let renewal { _ = await renewal.task.value }
        var farewell = Farewell()
        var (tokens, session): (TokenSet?, Session?) = (nil, nil)
        await farewell.report.attempt(.cleanUp) { () throws(OIDCError) in (tokens, session) = try await takeAll(keepingSession) }
        (farewell.tokens, farewell.session) = (tokens, session)
        return farewell
    }

    /// The second half: tells the server.
    package func announce(_ farewell: Farewell) async -> SignOutReport {
        var report = farewell.report
        if let tokens = farewell.tokens {
            await report.attempt(.revocation) { () throws(OIDCError) in try await endpoint.revoke(tokens) }
        }
        if farewell.endsOpenIDSession {
            await report.attempt(.endSession) { () throws(OIDCError) in try await endSession(farewell.tokens?.idToken) }
        }
        if let session = farewell.session, session.token != nil {
            await report.attempt(.logout) { () throws(OIDCError) in try await logOut(session) }
        }
        return report
    }

    /// Ends the OpenID session in a browser, which has its cookie (OpenID Connect RP-Initiated Logout §2), after the device was left and the
    /// tokens were revoked. `redirect` is where the server sends the browser back to.
    package func announce(_ farewell: Farewell, through browser: some LoginBrowser, redirect: String) async throws(OIDCError) {
        var quiet = farewell
        quiet.tokens = quiet.tokens.map { $0.withoutIDToken }
        let report = await announce(quiet)
        for (step, error) in report.failures { device.log(.warning, "signing out, \(step): \(error)") }
        let (page, state) = (try await directory.endSessionPage(), device.random.token(16))
        let parameters = endSessionParameters(farewell.tokens?.idToken)
        let visit = BrowserVisit(redirect: redirect, state: state) { redirect throws(OIDCError) in
            var request = HTTPRequest(.get, page)
            request.addQuery(parameters + [("post_logout_redirect_uri", redirect), ("state", state)])
            return request.url
        }
        _ = try await browser.answer(to: visit)
    }

    /// Forgets the tokens, and revokes them; the session stays. Whether there were any.
    package func revokeTokens() async throws(OIDCError) -> Bool {
        while let renewal { _ = await renewal.task.value }
        guard let tokens = try await keeper.current() else { return false }
        try await keeper.forget()
        try await endpoint.revoke(tokens)
        return true
    }

    /// Revokes a refresh token with the access tokens that it brought, or an access token alone. What is kept stays.
    package func revoke(_ token: Secret) async throws(OIDCError) { try await endpoint.revoke(token) }

    /// Takes tokens and session out of the store.
    private func takeAll(_ keepingSession: Bool) async throws(OIDCError) -> (TokenSet?, Session?) {
        let tokens = try await keeper.current()
        try await keeper.forget()
        if keepingSession { return (tokens.map { $0.withoutIDToken }, nil) }
        do throws(StoreError) {
            let session = try await sessions.current()
            try await sessions.forget()
            return (tokens, session)
        } catch {
            throw OIDCError(error)
        }
    }

    /// Ends the OpenID session that an ID token names. `redirect` is where the server is to send the client; its answer is enough here.
    package func endSession(_ hint: Secret?, redirect: String? = nil) async throws(OIDCError) {
        var request = HTTPRequest(.get, try await directory.url(of: .endSession))
        request.addQuery(endSessionParameters(hint))
        if let redirect { request.addQuery([("post_logout_redirect_uri", redirect)]) }
        let response: HTTPResponse
        do { response = try await device.send(request, as: .endSession) } catch { throw OIDCError(error) }
        guard (200..<400).contains(response.status) else { throw OIDCError(response, from: "end-session") }
    }

    private func endSessionParameters(_ hint: Secret?) -> [(name: String, value: String)] {
        (hint.map { [(name: "id_token_hint", value: $0.reveal())] } ?? []) + [(name: "client_id", value: registration.clientID)]
    }

    private func logOut(_ session: Session) async throws(OIDCError) {
        let response: HTTPResponse
        do { response = try await sessions.end(session) } catch { throw OIDCError(error) }
        guard response.isSuccess || response.status == 401 else { throw OIDCError(response, from: "sessions") }
    }
}

/// The data on the device when the user left, for the server to end.
package struct Farewell: Sendable {
    var report = SignOutReport()
    var tokens: TokenSet?
    var session: Session?
    /// True to end the OpenID session in any case, even without an ID token that names it.
    package var forcesEnd = false

    /// The logout of a session ends the OpenID session of the tokens that were obtained with it.
    var endsOpenIDSession: Bool {
        if forcesEnd { return true }
        guard let tokens, tokens.idToken != nil else { return false }
        return session?.token == nil || !tokens.belong(to: session)
    }
}
