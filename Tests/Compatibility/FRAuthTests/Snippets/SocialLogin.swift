import FRAuth
import Foundation

/// "Handle social login with the Ping SDK for iOS"
final class SocialLoginViewController: UIViewController {
    let selectedIndex = 0
    private let finished: (Outcome<FRUser>) -> Void

    init(finished: @escaping (Outcome<FRUser>) -> Void) { self.finished = finished }

    func choose(_ node: Node, _ callback: DocumentedCallback) {
        guard let selectIdPCallback = callback as? SelectIdPCallback else { return }
        let providersArray = selectIdPCallback.providers

        // display providers
        // user makes choice

        // Sets provider on the callback within `selectIdPCallback`
        selectIdPCallback.setProvider(provider: providersArray[self.selectedIndex])
        node.next { (user: FRUser?, node, error) in
            self.finished(Outcome(result: user, node: node, error: error))
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
        } else {
            throw SocialLoginError.notSupported(idpCallback.idpClient.provider)
        }

        //  If the handler has been found and initialized, call the following to perform login
        idpCallback.signIn(handler: handler, presentingViewController: self) {
            (token: String?, tokenType: String?, error: Error?) in

            //  Social Login flow is completed
            node.next { (user: FRUser?, node, error) in
                self.finished(Outcome(result: user, node: node, error: error))
            }
        }
    }
}

/// Handlers as the providers' modules have them.
final class GoogleSignInHandler: ProviderHandler {
    init() { super.init(tokenType: "id_token") }
}

final class FacebookSignInHandler: ProviderHandler {
    init() { super.init(tokenType: "access_token") }
}

class ProviderHandler: IdPHandler {
    var tokenType: String
    var presentingViewController: AnyObject?

    init(tokenType: String) { self.tokenType = tokenType }

    func signIn(idpClient: IdPClient, completion: @escaping SocialLoginCompletionCallback) {
        completion("token for \(idpClient.clientId), nonce \(idpClient.nonce ?? "")", tokenType, nil)
    }
}
