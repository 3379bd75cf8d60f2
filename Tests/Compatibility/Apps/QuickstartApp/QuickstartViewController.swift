public import AppScreens
public import FRAuth
import FRCore
import Foundation

/// A sign-in as the quick start for UIKit has it: options in code, a login, a form for each node, user and errors in a label.
public final class QuickstartViewController {
    private let screen: any Screen
    private let finished: () -> Void
    private var currentNode: Node?

    public init(screen: any Screen, finished: @escaping () -> Void) {
        self.screen = screen
        self.finished = finished
    }

    public func viewDidLoad(_ options: FROptions) {
        FRLog.setLogLevel([.error, .network])
        do {
            try FRAuth.start(options: options)
            screen.show("SDK is running")
        } catch {
            screen.show("SDK error: \(error)")
        }
        updateStatus()
    }

    public func loginButtonPressed() {
        FRUser.login { (user: FRUser?, node, error) in
            self.handleNode(user: user, node: node, error: error)
        }
    }

    public func logoutButtonPressed() {
        FRUser.currentUser?.logout()
        updateStatus()
    }

    private func handleNode(user: FRUser?, node: Node?, error: (any Error)?) {
        if let _ = user {
            updateStatus()
            finished()
        } else if let node = node {
            currentNode = node
            for callback: Callback in node.callbacks {
                if callback.type == "NameCallback", let nameCallback = callback as? NameCallback {
                    nameCallback.setValue(screen.entry(for: nameCallback.prompt ?? ""))
                } else if callback.type == "PasswordCallback", let passwordCallback = callback as? PasswordCallback {
                    passwordCallback.setValue(screen.entry(for: passwordCallback.prompt ?? ""))
                }
            }
            node.next { (user: FRUser?, node, error) in
                self.handleNode(user: user, node: node, error: error)
            }
        } else {
            let nsError = error as NSError?
            screen.show("Error: \(error?.localizedDescription ?? "Unknown") (\(nsError?.domain ?? "") \(nsError?.code ?? 0))")
            finished()
        }
    }

    private func updateStatus() {
        if let user = FRUser.currentUser {
            screen.show("Signed in: \(user.token?.value.isEmpty == false)")
        } else {
            screen.show("Signed out")
        }
    }
}
