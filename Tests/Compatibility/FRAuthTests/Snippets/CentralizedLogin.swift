import FRAuth
import Foundation

class AppDelegate: UIResponder, UIApplicationDelegate {

    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]) -> Bool {
        // Parse and validate URL, extract authorization code, and continue the flow:
        Browser.validateBrowserLogin(url)
    }

    func application(
        _ application: UIApplication,
        continue userActivity: NSUserActivity,
        restorationHandler:
            @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool {
        // Get URL components from the incoming user activity.
        guard userActivity.activityType == NSUserActivityTypeBrowsingWeb,
            let incomingURL = userActivity.webpageURL
        else {
            return false
        }
        // The document's `url` is not declared, and its `return` is missing.
        return Browser.validateBrowserLogin(incomingURL)
    }
}

class SceneDelegate: UIResponder, UIWindowSceneDelegate {

    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
        if let url = URLContexts.first?.url {
            Browser.validateBrowserLogin(url)
        }
    }
}

final class BrowserViewController: UIViewController {
    var finish: ((FRUser?, (any Error)?) -> Void)?

    var display: ((String) -> Void)?

    func displayLog(_ message: String) { display?(message) }

    /// "Set up centralized login in iOS apps"
    func login(_ type: BrowserType = .authSession) {
        let finish = finish
        //  BrowserBuilder
        let browserBuilder = FRUser.browser()
        browserBuilder.set(presentingViewController: self)
        browserBuilder.set(browserType: type)
        browserBuilder.setCustomParam(key: "custom_key", value: "custom_val")

        //  Browser
        let browser = browserBuilder.build()

        // Login
        browser.login { (user, error) in
            if let error = error {
                // Handle error
                finish?(nil, error)
            } else if let user = user {
                // Handle authenticated status
                finish?(user, nil)
            }
        }
    }

    /// "Configure the Xcode project"
    func performCentralizedLogin() {
        FRUser.browser()?
            .set(presentingViewController: self)
            .set(browserType: .authSession)
            .build().login { (user, error) in
                self.displayLog("User: \(String(describing: user)) || Error: \(String(describing: error))")
                self.finish?(user, error)
            }
        return

    }

    /// "Step 2. Configure the sample app"
    func performCentralizedLoginWithACR(_ values: String) {
        FRUser.browser()?
            .set(presentingViewController: self)
            .set(browserType: .authSession)
            // Add acr values to the authorization request
            .setCustomParam(key: "acr_values", value: values)
            .build().login { (user, error) in
                self.displayLog("User: \(String(describing: user)) || Error: \(String(describing: error))")
                self.finish?(user, error)
            }
        return
    }
}
