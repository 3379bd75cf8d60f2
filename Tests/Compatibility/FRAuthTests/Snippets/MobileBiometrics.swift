import FRAuth
import Foundation

/// "Biometrics using the Ping SDK for iOS"
final class BiometricsView: UIView {
    let viewController: AlertPresenter?
    /// How often it was said that there is a key and could be passkeys.
    private(set) var localKeys = 0

    init(_ viewController: AlertPresenter?) { self.viewController = viewController }

    /// "Register a WebAuthn device"
    func register(_ node: Node, _ callback: DocumentedCallback, _ submit: @escaping ((any Error)?) -> Void) {
        if let registrationCallback = callback as? WebAuthnRegistrationCallback {

            registrationCallback.delegate = self

            registrationCallback.register(
                node: node,
                window: UIApplication.shared.windows.first,
                deviceName: UIDevice.current.name,
                usePasskeysIfAvailable: false
            ) { (attestation) in
                // Registration is successful
                // Submit the Node using Node.next()
                submit(nil)
            } onError: { (error) in
                // An error occurred during the registration process
                // Submit the Node using Node.next()
                submit(error)
            }
        }
    }

    /// "Authenticate by using a WebAuthn device"
    func authenticate(_ node: Node, _ callback: DocumentedCallback, _ submit: @escaping ((any Error)?) -> Void) {
        if let authenticationCallback = callback as? WebAuthnAuthenticationCallback {

            authenticationCallback.delegate = self

            // Note that the `Node` parameter in `.authenticate()` is an optional parameter.
            // If the node is provided, the SDK automatically returns the assertion
            // in the HiddenValueCallback.

            authenticationCallback.authenticate(
                node: node,
                window: UIApplication.shared.windows.first,
                preferImmediatelyAvailableCredentials: false,
                usePasskeysIfAvailable: true
            ) { (assertion) in
                // Authentication is successful
                // Submit the Node using Node.next()
                submit(nil)
            } onError: { (error) in
                // An error occurred during the authentication process
                // Submit the Node using Node.next()
                submit(error)
            }
        }
    }

    /// "Error handling with PingAM node outcome"; the document keeps the callback's type in place of the callback, and calls it `hiddenValue` once
    func registerByHand(
        _ callback: DocumentedCallback, _ hiddenValueCallback: HiddenValueCallback, _ submit: @escaping ((any Error)?) -> Void
    ) {
        if let registrationCallback = callback as? WebAuthnRegistrationCallback {
            registrationCallback.delegate = self
            //  Perform registration
            registrationCallback.register { (attestation) in
                // Registration successful

                // only if HiddenValueCallback is designated for WebAuthn outcome
                if hiddenValueCallback.isWebAuthnOutcome {
                    // set attestation manually
                    hiddenValueCallback.setValue(attestation)
                }
                // Submit the Node using Node.next()
                submit(nil)
            } onError: { (error) in
                // only if HiddenValueCallback is designated for WebAuthn outcome
                // and, the error is WebAuthnError
                if hiddenValueCallback.isWebAuthnOutcome, let webAuthnError = error as? WebAuthnError {
                    // set error outcome manually
                    hiddenValueCallback.setValue(webAuthnError.convertToWebAuthnOutcome())
                }
                // Submit the Node using Node.next()
                submit(error)
            }
        }
    }
}

// The document writes `guard let vc`, and uses `viewController` after it.
extension BiometricsView: PlatformAuthenticatorRegistrationDelegate {
    func excludeCredentialDescriptorConsent(consentCallback: @escaping WebAuthnUserConsentCallback) {
        let alert = UIAlertController(title: "Create Credentials", message: nil, preferredStyle: .alert)
        let cancelAction = UIAlertAction(
            title: "Cancel", style: .cancel,
            handler: { (_) in
                consentCallback(.reject)
            })
        let allowAction = UIAlertAction(title: "Allow", style: .default) { (_) in
            consentCallback(.allow)
        }
        alert.addAction(cancelAction)
        alert.addAction(allowAction)

        guard let viewController = self.viewController else {
            return
        }

        DispatchQueue.main.async {
            viewController.present(alert, animated: true, completion: nil)
        }
    }

    func createNewCredentialConsent(
        keyName: String,
        rpName: String,
        rpId: String?,
        userName: String,
        userDisplayName: String,
        consentCallback: @escaping WebAuthnUserConsentCallback
    ) {
        let alert = UIAlertController(
            title: "Create Credentials",
            message: "KeyName: \(keyName) | Relying Party Name: \(rpName) | User Name: \(userName)",
            preferredStyle: .alert)

        let cancelAction = UIAlertAction(
            title: "Cancel",
            style: .cancel,
            handler: { (_) in
                consentCallback(.reject)
            })

        let allowAction = UIAlertAction(
            title: "Allow",
            style: .default
        ) { (_) in
            consentCallback(.allow)
        }
        alert.addAction(cancelAction)
        alert.addAction(allowAction)

        guard let viewController = self.viewController else {
            return
        }

        DispatchQueue.main.async {
            viewController.present(alert, animated: true, completion: nil)
        }
    }
}

extension BiometricsView: PlatformAuthenticatorAuthenticationDelegate {
    func localKeyExistsAndPasskeysAreAvailable() {
        // You can prompt the user to Register a new Key to use with Apple Passkeys.
        // From then on, use the `register` and `authenticate` methods passing the `usePasskeysIfAvailable: true`.
        localKeys += 1
    }

    func selectCredential(keyNames: [String], selectionCallback: @escaping WebAuthnCredentialsSelectionCallback) {
        let actionSheet = UIAlertController(title: "Select Credentials", message: nil, preferredStyle: .actionSheet)

        for keyName in keyNames {
            actionSheet.addAction(
                UIAlertAction(
                    title: keyName, style: .default,
                    handler: { (action) in
                        selectionCallback(keyName)
                    }))
        }

        actionSheet.addAction(
            UIAlertAction(
                title: "Cancel", style: .cancel,
                handler: { (action) in
                    selectionCallback(nil)
                }))

        guard let viewController = self.viewController else {
            return
        }

        if actionSheet.popoverPresentationController != nil {
            actionSheet.popoverPresentationController?.sourceView = self
            actionSheet.popoverPresentationController?.sourceRect = self.bounds
        }

        DispatchQueue.main.async {
            viewController.present(actionSheet, animated: true, completion: nil)
        }
    }
}

/// "Unregister a WebAuthn device"
func unregister() {
    let rpId = "openam-docs.forgeblocks.com"

    if let credentialSource = FRWebAuthn.loadAllCredentials(
        by: rpId
    ).first {
        try? FRWebAuthn.deleteCredential(
            publicKeyCredentialSource: credentialSource,
            forceDelete: true
        )
    }
}

/// The sample app of "Passkeys".
enum PebbleBankUtilities {
    static let usePasskeysIfAvailable = true
}

/// "Starting the WebAuthn flow with Passkey support", for a journey that ends with a user.
final class PasskeysStart: AlertPresenter, PlatformAuthenticatorAuthenticationDelegate, @unchecked Sendable {
    let usePasskeysIfAvailable = true
    private let finished: (Outcome<FRUser>) -> Void

    init(finished: @escaping (Outcome<FRUser>) -> Void) {
        self.finished = finished
        super.init { $0.first }
    }

    func handleNode(user: FRUser?, node: Node?, error: (any Error)?) {
        guard let node else { return finished(Outcome(result: user, node: nil, error: error)) }
        for callback in node.callbacks {
            if let authenticationCallback = callback as? WebAuthnAuthenticationCallback {
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
                return
            }
        }
        finished(Outcome(result: user, node: node, error: error))
    }

    func selectCredential(keyNames: [String], selectionCallback: @escaping WebAuthnCredentialsSelectionCallback) {
        selectionCallback(keyNames.first)
    }
}

/// "Using Passkeys with the Ping SDK for iOS"
final class PasskeysViewController: AlertPresenter, PlatformAuthenticatorRegistrationDelegate,
    PlatformAuthenticatorAuthenticationDelegate, @unchecked Sendable
{
    private let finished: (Outcome<Token>) -> Void

    init(finished: @escaping (Outcome<Token>) -> Void) {
        self.finished = finished
        super.init { $0.first }
    }

    /// "Calling the passkey registration journey"
    func callRegistration() {
        FRSession.authenticate(authIndexValue: "BlogWebAuthnRegistration") { result, node, error in
            self.handleNode(token: result, node: node, error: error)
        }
    }

    /// "Calling the passkey authentication journey"
    func callAuthentication() {
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
            } else if let authenticationCallback = callback as? WebAuthnAuthenticationCallback {
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
                return
            } else if let registrationCallback = callback as? WebAuthnRegistrationCallback {
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
                return
            }
        }
        node.next { (token: Token?, node, error) in
            self.handleNode(token: token, node: node, error: error)
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
