#if canImport(UIKit)
import FRAuth
import FRFacebookSignIn
import FRGoogleSignIn
import Foundation
import UIKit

/// "Set up social login in iOS apps"
enum SocialLogin {
    class AppDelegate: UIResponder, UIApplicationDelegate {
        func application(
            _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {

            // Enable logs for all levels
            FRLog.setLogLevel([.all])

            // Initialize the Facebook sign-in handler
            FacebookSignInHandler.application(application, didFinishLaunchingWithOptions: launchOptions)

            return true
        }
    }

    class ViewController: UIViewController {
        var selectedIndex = 0

        func choose(_ node: Node, _ callback: Callback) {
            // Within your login flow
            // The document's `as?` gives an optional, of which it then asks for the providers.
            guard let selectIdPCallback = callback as? SelectIdPCallback else { return }
            let providersArray = selectIdPCallback.providers

            // display providers
            // user makes choice

            // Sets provider on the callback within `selectIdPCallback`
            selectIdPCallback.setProvider(provider: providersArray[self.selectedIndex])
            node.next { (user: FRUser?, node, error) in

                // Handle node

            }
        }

        func signInAutomatically(_ node: Node) {
            //  Node is returned with IdPCallback
            // swift-format-ignore: NeverForceUnwrap
            let idpCallback = node.callbacks.first as! IdPCallback

            //  Call the following to perform login; the document has `nill`
            idpCallback.signIn(handler: nil, presentingViewController: self) {
                (token: String?, tokenType: String?, error: Error?) in

                //  Social Login flow is completed
                node.next { (user: FRUser?, node, error) in
                    // Handle node
                }
            }
        }

        func signIn(_ node: Node, orThrow error: Error) throws {
            //  Node is returned with IdPCallback
            // swift-format-ignore: NeverForceUnwrap
            let idpCallback = node.callbacks.first as! IdPCallback
            //  Based on IdPClient in IdPCallback, choose the correct handler
            var handler: IdPHandler?
            if idpCallback.idpClient.provider == "facebook-ios" {
                handler = FacebookSignInHandler()
            } else if idpCallback.idpClient.provider == "google-ios" {
                handler = GoogleSignInHandler()
            } else if idpCallback.idpClient.provider == "apple-ios" {
                handler = AppleSignInHandler()
            } else {
                throw error
            }

            //  If the handler has been found and initialized, call the following to perform login
            idpCallback.signIn(handler: handler, presentingViewController: self) {
                (token: String?, tokenType: String?, error: Error?) in

                //  Social Login flow is completed
                node.next { (user: FRUser?, node, error) in
                    // Handle node
                }
            }
        }
    }
}
#endif
