import FRAuth
import Foundation

/// "Resume authentication in an iOS app": `AppDelegate.swift`
class SuspensionAppDelegate: UIResponder, UIApplicationDelegate {
    var resumed: (Outcome<Token>) -> Void = { _ in }

    // This method is one of AppDelegate protocol that is invoked when
    // iOS tries to open the app using the app's dedicated URL
    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]) -> Bool {

        // validate the resumeURI contains 'suspendedId' parameter
        let resumeURL = url

        //  With given resumeURI, use FRSession to resume authenticate flow
        FRSession.authenticate(resumeURI: resumeURL) { (token: Token?, node, error) in
            //  Handle Node, or the result of continuing the the authentication flow
            self.resumed(Outcome(result: token, node: node, error: error))
        }
        // The document returns nothing.
        return true
    }
}

/// `SceneDelegate.swift`
class SuspensionSceneDelegate: UIResponder, UIWindowSceneDelegate {
    var resumed: (Outcome<Token>) -> Void = { _ in }

    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
        if let url = URLContexts.first?.url {
            let resumeURL = url  // validate the resumeURI contains 'suspendedId' parameter

            //  With given resumeURI, use FRSession to resume authenticate flow
            FRSession.authenticate(resumeURI: resumeURL) { (token: Token?, node, error) in
                //  Handle Node, or the result of continuing the the authentication flow
                self.resumed(Outcome(result: token, node: node, error: error))
            }
        }
    }
}
