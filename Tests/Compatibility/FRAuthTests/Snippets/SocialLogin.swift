import FRAuth
import FRFacebookSignIn
import FRGoogleSignIn
import Foundation

/// "Handle social login with the Ping SDK for iOS"
final class SocialLoginViewController: UIViewController {
    var selectedIndex = 0
    /// What went wrong at the provider.
    private var providerError: (any Error)?
    private let finished: (Outcome<FRUser>, _ providerError: (any Error)?) -> Void

    init(finished: @escaping (Outcome<FRUser>, _ providerError: (any Error)?) -> Void) { self.finished = finished }

    func choose(_ node: Node, _ callback: DocumentedCallback) {
        // The document's `as?` gives an optional, of which it then asks for the providers.
        guard let selectIdPCallback = callback as? SelectIdPCallback else { return }
        let providersArray = selectIdPCallback.providers

        // display providers
        // user makes choice

        // Sets provider on the callback within `selectIdPCallback`
        selectIdPCallback.setProvider(provider: providersArray[self.selectedIndex])
        node.next { (user: FRUser?, node, error) in
            self.finished(Outcome(result: user, node: node, error: error), self.providerError)
        }
    }

    /// The handler is found by the SDK.
    func signInAutomatically(_ node: Node) {
        //  Node is returned with IdPCallback
        guard let idpCallback = node.callbacks.first as? IdPCallback else { return }
        //  Call the following to perform login; the document has `nill`
        idpCallback.signIn(handler: nil, presentingViewController: self) {
            (token: String?, tokenType: String?, error: Error?) in
            //  Social Login flow is completed
            self.providerError = error
            node.next { (user: FRUser?, node, error) in
                // Handle node
                self.finished(Outcome(result: user, node: node, error: error), self.providerError)
            }
        }
    }

    func signIn(_ node: Node) throws {
        //  Node is returned with IdPCallback
        guard let idpCallback = node.callbacks.first as? IdPCallback else { return }
        //  Based on IdPClient in IdPCallback, choose the correct handler
        var handler: (any IdPHandler)?
        if idpCallback.idpClient.provider == "facebook-ios" {
            handler = FacebookSignInHandler()
        } else if idpCallback.idpClient.provider == "google-ios" {
            handler = GoogleSignInHandler()
        } else if idpCallback.idpClient.provider == "apple-ios" {
            handler = AppleSignInHandler()
        } else {
            // The document throws an `error` that it doesn't declare.
            throw SocialLoginError.notSupported(idpCallback.idpClient.provider)
        }

        //  If the handler has been found and initialized, call the following to perform login
        idpCallback.signIn(handler: handler, presentingViewController: self) {
            (token: String?, tokenType: String?, error: Error?) in

            //  Social Login flow is completed
            self.providerError = error
            node.next { (user: FRUser?, node, error) in
                // Handle node
                self.finished(Outcome(result: user, node: node, error: error), self.providerError)
            }
        }
    }
}

/// "Configure Facebook"
class FacebookAppDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    )
        -> Bool
    {
        // Enable logs for all levels
        FRLog.setLogLevel([.all])

        // Initialize the Facebook sign-in handler
        FacebookSignInHandler.application(application, didFinishLaunchingWithOptions: launchOptions)

        return true
    }
}
