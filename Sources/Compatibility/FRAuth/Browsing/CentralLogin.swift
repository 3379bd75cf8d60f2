import CallbackBridge
import Foundation
import LoopbackRedirect
import OIDC
import Primitives

/// One visit of the server's pages, as a ``BrowserBuilder`` described it: to sign in, or to sign out.
struct CentralLogin: Sendable {
    let runtime: Runtime?
    let type: BrowserType
    let parameters: [String: String]
    let presenter: Handoff<AnyObject?>

    /// Signs in, and returns the SDK that did.
    func run() async throws -> Runtime {
        guard let runtime else { throw ConfigError.invalidSDKState }
        let client = try runtime.oauth()
        try FRUser.checkNobody()
        let parameters = parameters
        _ = try await browser(for: runtime.options.oauthRedirectUri ?? "").signIn(client, parameters)
        return runtime
    }

    /// Ends the OpenID session in the browser too, where there is an address to come back to; `farewell` is what was on the device.
    func signOut(_ farewell: Farewell?) async throws {
        guard let runtime else { throw ConfigError.invalidSDKState }
        let client = try runtime.oauth()
        guard let farewell else { return }
        guard let redirect = runtime.options.oauthSignoutRedirectUri, !redirect.isEmpty else {
            return await runtime.report(await client.announce(farewell))
        }
        try await browser(for: redirect).signOut(client, farewell, redirect)
    }

    /// Returns the receiver of the redirect: where it leads to this machine, it is received here; else the session of the system tells, or
    /// the app.
    func browser(for redirect: String) async -> any LoginBrowser {
        if let session = await Environment.current.session(type, presenter) { return HandoverBrowser(session: session) }
        let opener = Environment.current.opener
        return isLoopback(redirect) ? LoopbackBrowser(opener: opener) : HandoverBrowser(opener: opener)
    }

    private func isLoopback(_ redirect: String) -> Bool {
        redirect.hasPrefix("http://") && ["127.0.0.1", "localhost"].contains(URL(string: redirect)?.host())
    }
}

extension LoginBrowser {
    fileprivate func signIn(_ client: OIDCClient, _ parameters: [String: String]) async throws -> TokenSet {
        try await client.signIn(through: self, parameters: parameters)
    }

    fileprivate func signOut(_ client: OIDCClient, _ farewell: Farewell, _ redirect: String) async throws {
        try await client.announce(farewell, through: self, redirect: redirect)
    }
}
