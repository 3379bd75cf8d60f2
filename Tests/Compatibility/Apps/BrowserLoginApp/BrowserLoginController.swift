public import AppScreens
import FRAuth
public import Foundation

/// Central login: a browser, the delegate that hands over its redirect, and a logout that closes the browser's session too.
public final class BrowserLoginController {
    private let screen: any Screen
    /// The type of browser, which the app keeps in its settings by its raw value.
    private let browserType: BrowserType

    public init(screen: any Screen, storedBrowserType: Int) {
        self.screen = screen
        browserType = BrowserType(rawValue: storedBrowserType) ?? .authSession
    }

    public func login(finished: @escaping () -> Void) {
        FRUser.browser()?
            .set(presentingViewController: self)
            .set(browserType: browserType)
            .setCustomParam(key: "login_hint", value: "demo")
            .build().login { user, error in
                if let error = error as? BrowserError, error == .externalUserAgentCancelled {
                    self.screen.show("Cancelled")
                } else {
                    self.screen.show(error?.localizedDescription ?? "Signed in as \(user?.token?.tokenType ?? "nobody")")
                }
                finished()
            }
    }

    /// The app delegate's and the scene delegate's ways.
    public func open(_ url: URL) -> Bool { Browser.validateBrowserLogin(url: url) }

    public func logout(finished: @escaping () -> Void) {
        guard let user = FRUser.currentUser else { return finished() }
        user.logout(presentingViewController: self, browserType: browserType) { error in
            self.screen.show(error?.localizedDescription ?? "Signed out")
            finished()
        }
    }
}
