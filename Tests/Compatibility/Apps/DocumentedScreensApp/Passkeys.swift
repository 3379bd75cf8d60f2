#if canImport(UIKit)
import FRAuth
import Foundation
import UIKit

/// "Using Passkeys with the Ping SDK for iOS": the sample app of the chapter
enum PebbleBankUtilities {
    static let usePasskeysIfAvailable = true
}

class PasskeysViewController: UIViewController, PlatformAuthenticatorRegistrationDelegate, PlatformAuthenticatorAuthenticationDelegate {
    let usePasskeysIfAvailable = true

    func callRegistration() {
        FRSession.authenticate(authIndexValue: "BlogWebAuthnRegistration") { result, node, error in
            self.handleNode(token: result, node: node, error: error)
        }
    }

    func callAuthentication() {
        FRSession.authenticate(authIndexValue: "BlogWebAuthnAuthentication") { result, node, error in
            self.handleNode(token: result, node: node, error: error)
        }
    }

    /// "Starting the WebAuthn flow with Passkey support"
    func handleNode(user: FRUser?, node: Node?, error: Error?) {
        guard let node, let callback = node.callbacks.first else { return }
        if let nameCallback = callback as? NameCallback {
            nameCallback.setValue("demo")
        } else if let authenticationCallback = callback as? WebAuthnAuthenticationCallback {
            authenticationCallback.delegate = self
            authenticationCallback.authenticate(
                node: node, preferImmediatelyAvailableCredentials: false, usePasskeysIfAvailable: self.usePasskeysIfAvailable
            ) { (assertion) in
                // Authentication is successful
                // Submit the Node using Node.next()
                node.next { (user: FRUser?, node, error) in
                    self.handleNode(user: user, node: node, error: error)
                }
            } onError: { (error) in
                // An error occurred during the authentication process
                // Submit the Node using Node.next()
                node.next { (user: FRUser?, node, error) in
                    self.handleNode(user: user, node: node, error: error)
                }
            }
        }
    }

    func handleNode(token: Token?, node: Node?, error: Error?) {
        guard let node else { return }
        for callback in node.callbacks {
            if let authenticationCallback = callback as? WebAuthnAuthenticationCallback {
                authenticationCallback.delegate = self

                // Note that the `Node` parameter in `.authenticate()` is an optional parameter.
                // If the node is provided, the SDK automatically sets the assertion to the designated HiddenValueCallback
                authenticationCallback.authenticate(
                    node: node,
                    usePasskeysIfAvailable: PebbleBankUtilities.usePasskeysIfAvailable
                ) { (assertion) in
                    // Authentication is successful
                    // Submit the Node using Node.next()
                    node.next { (token: Token?, node, error) in
                        self.handleNode(token: token, node: node, error: error)
                    }
                } onError: { (error) in
                    // An error occurred during the authentication process
                    // Submit the Node using Node.next()
                    let alert = UIAlertController(
                        title: "WebAuthnError",
                        message: "Something went wrong authenticating the device",
                        preferredStyle: .alert
                    )
                    let okAction = UIAlertAction(
                        title: "OK",
                        style: .default,
                        handler: { (action) in
                            node.next { (token: Token?, node, error) in
                                self.handleNode(token: token, node: node, error: error)
                            }
                        }
                    )
                    alert.addAction(okAction)
                    DispatchQueue.main.async {
                        self.present(alert, animated: true, completion: nil)
                    }
                }
            }

            if let registrationCallback = callback as? WebAuthnRegistrationCallback {
                registrationCallback.delegate = self

                // Note that the `Node` parameter in `.register()` is an optional parameter.
                // If the node is provided, the SDK automatically sets the error outcome or attestation to the designated HiddenValueCallback
                registrationCallback.register(
                    node: node,
                    deviceName: UIDevice.current.name,
                    usePasskeysIfAvailable: PebbleBankUtilities.usePasskeysIfAvailable
                ) { (attestation) in
                    // Registration is successful
                    // Submit the Node using Node.next()
                    node.next { (token: Token?, node, error) in
                        self.handleNode(token: token, node: node, error: error)
                    }
                } onError: { (error) in
                    // An error occurred during the registration process
                    // Submit the Node using Node.next()
                    let alert = UIAlertController(
                        title: "WebAuthnError",
                        message: "Something went wrong registering the device",
                        preferredStyle: .alert
                    )
                    let okAction = UIAlertAction(
                        title: "OK",
                        style: .default,
                        handler: { (action) in
                            node.next { (token: Token?, node, error) in
                                self.handleNode(token: token, node: node, error: error)
                            }
                        }
                    )
                    alert.addAction(okAction)
                    DispatchQueue.main.async {
                        self.present(alert, animated: true, completion: nil)
                    }
                }
            }
        }
    }

    func excludeCredentialDescriptorConsent(consentCallback: @escaping WebAuthnUserConsentCallback) { consentCallback(.reject) }

    func createNewCredentialConsent(
        keyName: String, rpName: String, rpId: String?, userName: String, userDisplayName: String,
        consentCallback: @escaping WebAuthnUserConsentCallback
    ) { consentCallback(.allow) }

    func selectCredential(keyNames: [String], selectionCallback: @escaping WebAuthnCredentialsSelectionCallback) {
        selectionCallback(keyNames.first)
    }
}
#endif
