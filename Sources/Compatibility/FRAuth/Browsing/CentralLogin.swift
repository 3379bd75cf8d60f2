import CallbackBridge
import Foundation
import LoopbackRedirect
import OIDC
import Primitives

#if canImport(UIKit)
import UIKit
#endif

/// One central login, as a ``BrowserBuilder`` described it.
struct CentralLogin: Sendable {
    let runtime: Runtime?
    let type: BrowserType
    let parameters: [String: String]
    let presenter: Handoff<AnyObject?>

    /// Signs in, and returns the SDK that did.
    func run() async throws -> Runtime {
        guard let runtime else { throw ConfigError.invalidSDKState }
        let redirect = runtime.options.oauthRedirectUri ?? ""
        let client = try runtime.oauth()
        #if canImport(UIKit)
        if let session = await authenticationSession() {
            _ = try await client.signIn(through: session, parameters: parameters)
            return runtime
        }
        #endif
        let opener = Environment.current.opener
        // Where the redirect leads to this machine, it is received here; else the system hands it to the app.
        if isLoopback(redirect) {
            _ = try await client.signIn(through: LoopbackBrowser(opener: opener), parameters: parameters)
        } else {
            _ = try await client.signIn(through: HandoverBrowser(opener: opener), parameters: parameters)
        }
        return runtime
    }

    private func isLoopback(_ redirect: String) -> Bool {
        redirect.hasPrefix("http://") && ["127.0.0.1", "localhost"].contains(URL(string: redirect)?.host())
    }

    #if canImport(UIKit)
    @MainActor
    private func authenticationSession() -> AuthenticationSessionBrowser? {
        guard type != .nativeBrowserApp, let window = (presenter.value as? UIViewController)?.view.window else { return nil }
        return AuthenticationSessionBrowser(above: window, isEphemeral: type == .ephemeralAuthSession)
    }
    #endif
}
