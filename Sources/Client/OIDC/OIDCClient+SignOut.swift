import DeviceFoundation
import Foundation
import OAuthMessages
import Primitives

extension OIDCClient {
    /// Signs out: forgets tokens and session on the device, revokes the tokens, ends the OpenID session and the session.
    ///
    /// The device is cleaned first and in any case, also without a network. The report names what the server could not be told.
    @discardableResult
    public func signOut() async -> SignOutReport { await announce(await leave()) }

    /// The first half of signing out: cleans the device, and hands over what the server must still be told.
    package func leave() async -> Farewell {
        // A renewal that ended later would bring tokens back.
        renewal?.task.cancel()
        while let renewal { _ = await renewal.task.value }
        var farewell = Farewell()
        var (tokens, session): (TokenSet?, Session?) = (nil, nil)
        await farewell.report.attempt(.cleanUp) { () throws(OIDCError) in (tokens, session) = try await takeAll() }
        (farewell.tokens, farewell.session) = (tokens, session)
        return farewell
    }

    /// The second half: tells the server.
    package func announce(_ farewell: Farewell) async -> SignOutReport {
        var report = farewell.report
        if let tokens = farewell.tokens {
            await report.attempt(.revocation) { () throws(OIDCError) in try await endpoint.revoke(tokens) }
        }
        if let hint = farewell.tokens?.idToken {
            await report.attempt(.endSession) { () throws(OIDCError) in try await endSession(hint) }
        }
        if let session = farewell.session, session.token != nil {
            await report.attempt(.logout) { () throws(OIDCError) in try await logOut(session) }
        }
        return report
    }

    /// Takes tokens and session out of the store.
    private func takeAll() async throws(OIDCError) -> (TokenSet?, Session?) {
        let tokens = try await keeper.current()
        try await keeper.forget()
        do throws(StoreError) {
            let session = try await sessions.current()
            try await sessions.forget()
            return (tokens, session)
        } catch {
            throw OIDCError(error)
        }
    }

    private func endSession(_ hint: Secret) async throws(OIDCError) {
        var request = HTTPRequest(.get, try await directory.url(of: .endSession))
        request.addQuery([("id_token_hint", hint.reveal()), ("client_id", registration.clientID)])
        let response: HTTPResponse
        do { response = try await device.send(request, as: .endSession) } catch { throw OIDCError(error) }
        guard (200..<400).contains(response.status) else { throw OIDCError(response, from: "end-session") }
    }

    private func logOut(_ session: Session) async throws(OIDCError) {
        let response: HTTPResponse
        do { response = try await sessions.end(session) } catch { throw OIDCError(error) }
        guard response.isSuccess || response.status == 401 else { throw OIDCError(response, from: "sessions") }
    }
}

/// What was on the device when the user left, for the server to end.
package struct Farewell: Sendable {
    var report = SignOutReport()
    var tokens: TokenSet?
    var session: Session?
}
