package import DeviceFoundation
package import OAuthMessages
import Primitives

/// Signs in at another provider as an app's own public client there (RFC 8252), and brings the provider's tokens, which the app hands to
/// its server. The tokens aren't verified here: the server that they are for does that.
package struct ForeignSignIn: Sendable {
    private let registration: Registration
    private let nonce: String?
    private let server: ServerAddress
    /// Further parameters of the authorization request; none by default.
    package var parameters: [String: String] = [:]

    /// - Parameters:
    ///   - endpoints: the URLs of the provider's authorization endpoint and of its token endpoint.
    ///   - nonce: the server's nonce, which must come back in the ID token; nil for one that isn't checked.
    package init(
        at endpoints: (authorize: String, token: String), client: String, redirect: String, scopes: [String], nonce: String?
    ) {
        registration = Registration(clientID: client, redirect: redirect, scopes: scopes)
        self.nonce = nonce
        server = ServerAddress(endpoints.authorize, paths: [.authorize: endpoints.authorize, .token: endpoints.token])
    }

    /// Shows the provider's page, and exchanges the code that it brings (RFC 7636).
    package func tokens(through browser: any LoginBrowser, on device: Device) async throws(OIDCError) -> TokenResponse {
        let directory = ProviderDirectory(of: server, usesDocument: false, device: device)
        let endpoint = TokenEndpoint(registration: registration, directory: directory, device: device)
        let attempt = AuthorizationAttempt(
            for: registration, redirect: registration.redirect, nonce: nonce, parameters: parameters, random: device.random)
        let page = try await directory.url(of: .authorize)
        let visit = BrowserVisit(redirect: attempt.redirect, state: attempt.state) { redirect in
            var request = HTTPRequest(.get, page)
            request.addQuery(encoded: attempt.redirecting(to: redirect).query)
            return request.url
        }
        let answer = try await browser.answer(to: visit)
        let answered = attempt.redirecting(to: answer.redirect)
        let code = try answered.code(in: answer.location, issuer: nil, mustSay: false)
        return try await endpoint.exchange(code: code, redirect: answered.redirect, verifier: answered.verifier)
    }
}
