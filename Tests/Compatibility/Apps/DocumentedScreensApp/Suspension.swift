#if canImport(UIKit)
import FRAuth
import Foundation
import UIKit

/// "Resume authentication in an iOS app"
enum Suspension {
    class AppDelegate: UIResponder, UIApplicationDelegate {

        // This method is one of AppDelegate protocol that is invoked when
        // iOS tries to open the app using the app's dedicated URL
        func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]) -> Bool {

            // validate the resumeURI contains 'suspendedId' parameter
            let resumeURL = url

            //  With given resumeURI, use FRSession to resume authenticate flow
            FRSession.authenticate(resumeURI: resumeURL) { (token: Token?, node, error) in
                //  Handle Node, or the result of continuing the the authentication flow
            }
            // The document returns nothing.
            return true
        }
    }

    class SceneDelegate: UIResponder, UIWindowSceneDelegate {

        func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
            if let url = URLContexts.first?.url {
                let resumeURL = url  // validate the resumeURI contains 'suspendedId' parameter

                //  With given resumeURI, use FRSession to resume authenticate flow
                FRSession.authenticate(resumeURI: resumeURL) { (token: Token?, node, error) in
                    //  Handle Node, or the result of continuing the the authentication flow
                }
            }
        }
    }
}
#endif
