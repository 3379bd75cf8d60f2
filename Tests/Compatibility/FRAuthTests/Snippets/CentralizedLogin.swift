import FRAuth
import Foundation

class AppDelegate: UIResponder, UIApplicationDelegate {

    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]) -> Bool {
        // Parse and validate URL, extract authorization code, and continue the flow:
        Browser.validateBrowserLogin(url)
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

    func displayLog(_ message: String) {}

    /// "Set up centralized login in iOS apps"
    func login() {
        let finish = finish
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
                finish?(nil, error)
            } else if let user = user {
                // Handle authenticated status
                finish?(user, nil)
            }
        }
    }

    /// "Configure the Xcode project"
    func performCentralizedLogin() {
        let finish = finish
        FRUser.browser()?
            .set(presentingViewController: self)
            .set(browserType: .authSession)
            .build().login { (user, error) in
                finish?(user, error)
            }
        return

    }

    /// "Step 2. Configure the sample app"
    func performCentralizedLoginWithACR(_ values: String) {
        let finish = finish
        FRUser.browser()?
            .set(presentingViewController: self)
            .set(browserType: .authSession)
            // Add acr values to the authorization request
            .setCustomParam(key: "acr_values", value: values)
            .build().login { (user, error) in
                finish?(user, error)
            }
        return
    }
}
