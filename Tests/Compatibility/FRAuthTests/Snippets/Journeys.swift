import FRAuth
import Foundation

/// What callback classes are called where other modules have callbacks too.
typealias DocumentedCallback = Callback

/// The manner of the documentation's view controllers: every completion ends in `handleNode`.
final class LoginViewController: UIViewController {
    private let finished: (Outcome<Token>) -> Void

    init(finished: @escaping (Outcome<Token>) -> Void) { self.finished = finished }

    /// "Call the journeys"
    func register() {
        FRSession.authenticate(authIndexValue: "BlogWebAuthnRegistration") { result, node, error in
            self.handleNode(token: result, node: node, error: error)
        }
    }

    /// "Call the journeys"
    func authenticate() {
        FRSession.authenticate(authIndexValue: "BlogWebAuthnAuthentication") { result, node, error in
            self.handleNode(token: result, node: node, error: error)
        }
    }

    func handleNode(token: Token?, node: Node?, error: (any Error)?) {
        guard let node else { return finished(Outcome(result: token, node: nil, error: error)) }
        for callback in node.callbacks {
            if let nameCallback = callback as? NameCallback {
                nameCallback.setValue("demo")
            } else if let passwordCallback = callback as? PasswordCallback {
                passwordCallback.setValue("Ch4ng3it!")
            }
        }
        node.next { (token: Token?, node, error) in
            self.handleNode(token: token, node: node, error: error)
        }
    }
}

/// The same for a user with tokens.
final class UserViewController: UIViewController {
    private let finished: (Outcome<FRUser>) -> Void

    init(finished: @escaping (Outcome<FRUser>) -> Void) { self.finished = finished }

    func handleNode(user: FRUser?, node: Node?, error: (any Error)?) {
        guard let node else { return finished(Outcome(result: user, node: nil, error: error)) }
        for callback in node.callbacks {
            if let nameCallback = callback as? NameCallback {
                nameCallback.setValue("demo")
            } else if let passwordCallback = callback as? PasswordCallback {
                passwordCallback.setValue("Ch4ng3it!")
            }
        }
        // Submit the Node using Node.next()
        node.next { (user: FRUser?, node, error) in
            self.handleNode(user: user, node: node, error: error)
        }
    }
}
