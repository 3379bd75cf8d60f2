import CallbackBridge
import OIDC
public import Foundation
import Primitives

/// Central login: the user signs in on the server's page.
public final class Browser: NSObject, Sendable {
    private static let current = Lock<Browser?>(nil)

    private let central: CentralLogin

    init(_ central: CentralLogin) { self.central = central }

    /// The browser whose login or logout is under way.
    public static var currentBrowser: Browser? { current.withLock { $0 } }

    /// Shows the page, and brings the user who signed in on it. While a user is signed in, ``AuthError/userAlreadyAuthenticated(_:)`` comes.
    public func login(completion: @escaping UserCallback) {
        visit(.login, completion)
    }

    /// Signs out, on the server's page too; see ``FRUser/logout(presentingViewController:browserType:completion:)``.
    public func logout(completion: @escaping UserCallback) {
        visit(.logout, completion)
    }

    /// Gives up what is under way: its completion gets ``BrowserError/externalUserAgentCancelled``.
    public func cancel() { HandoverBrowser.cancel() }

    private enum Purpose: Sendable { case login, logout }

    private func visit(_ purpose: Purpose, _ completion: @escaping UserCallback) {
        Self.current.withLock { $0 = self }
        let done = Handoff(completion)
        Task { [central] in await Self.run(purpose, central, done) }
    }

    private static func run(_ purpose: Purpose, _ central: CentralLogin, _ done: Handoff<UserCallback>) async {
        var user: FRUser?
        var failure: (any Error)?
        do {
            switch purpose {
            case .login: user = FRUser(try await central.run())
            case .logout: try await central.signOut(await central.runtime?.oidc?.leave())
            }
        } catch { failure = Translation.documented(error) }
        current.withLock { $0 = nil }
        done.value(user, failure)
    }

    /// Hands over a URL with which the system opened the app. Whether it was the redirect of a central login under way.
    @discardableResult
    public static func validateBrowserLogin(_ url: URL) -> Bool { HandoverBrowser.deliver(url) }

    /// The same, with the label that the reference gives it.
    @discardableResult
    public static func validateBrowserLogin(url: URL) -> Bool { validateBrowserLogin(url) }
}
