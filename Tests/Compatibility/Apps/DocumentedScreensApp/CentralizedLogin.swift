#if canImport(UIKit)
import FRAuth
import Foundation
import UIKit

/// "Set up centralized login in iOS apps"
enum CentralizedLogin {
    class AppDelegate: UIResponder, UIApplicationDelegate {

        func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]) -> Bool {
            // Parse and validate URL, extract authorization code, and continue the flow:
            Browser.validateBrowserLogin(url)
        }
    }

    class UniversalLinksAppDelegate: UIResponder, UIApplicationDelegate {

        func application(
            _ application: UIApplication,
            continue userActivity: NSUserActivity,
            restorationHandler:
                @escaping ([UIUserActivityRestoring]?) -> Void
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

    class ViewController: UIViewController {
        func displayLog(_ message: String) { title = message }

        func login() {
            //  BrowserBuilder
            let browserBuilder = FRUser.browser()
            browserBuilder.set(presentingViewController: self)
            browserBuilder.set(browserType: .authSession)
            browserBuilder.setCustomParam(key: "custom_key", value: "custom_val")

            //  Browser
            let browser = browserBuilder.build()

            // Login
            browser.login { (user, error) in
                if let error = error {
                    // Handle error
                    self.displayLog("\(error)")
                } else if let user = user {
                    // Handle authenticated status
                    self.displayLog("\(user)")
                }
            }
        }

        /// "Integrate native mobile apps"
        func performCentralizedLogin() {
            FRUser.browser()?
                .set(presentingViewController: self)
                .set(browserType: .authSession)
                .build().login { (user, error) in
                    self.displayLog("User: \(String(describing: user)) || Error: \(String(describing: error))")
                }
            return

        }
    }
}
#endif
