import DeviceFoundation
import Foundation
import Primitives

extension OIDCClient {
    /// Signs the user in on the server's own page, in a browser (RFC 8252). Tokens that were kept before are revoked.
    ///
    /// `parameters` join those of the client, such as `acr_values`, `login_hint` or `prompt`.
    public func signIn(
        through browser: some LoginBrowser, parameters: [String: String] = [:]
    ) async throws(OIDCError) -> TokenSet {
        let attempt = AuthorizationAttempt(
            for: registration, redirect: registration.redirect,
            parameters: self.parameters.merging(parameters) { $1 }, random: device.random)
        let page = try await directory.url(of: .authorize)
        let visit = BrowserVisit(redirect: attempt.redirect, state: attempt.state) { redirect in
            var request = HTTPRequest(.get, page)
            request.addQuery(encoded: attempt.redirecting(to: redirect).query)
            return request.url
        }
        let answer = try await browser.answer(to: visit)
        let former = try await keeper.current()
        let tokens = try await tokens(for: attempt.redirecting(to: answer.redirect), answeredAt: answer.location, session: nil)
        if let former { await revokeQuietly(former) }
        return tokens
    }

    private func revokeQuietly(_ tokens: TokenSet) async {
        do { try await endpoint.revoke(tokens) } catch { device.log(.warning, "former tokens could not be revoked: \(error)") }
    }
}
