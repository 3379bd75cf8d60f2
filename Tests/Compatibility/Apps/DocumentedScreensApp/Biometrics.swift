#if canImport(UIKit)
import FRAuth
import Foundation
import UIKit

/// "Biometrics using the Ping SDK for iOS": a view that asks by alerts of its controller
final class BiometricsView: UIView {
    var viewController: UIViewController?

    func register(_ node: Node, _ callback: Callback) {
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
            } onError: { (error) in
                // An error occurred during the registration process
                // Submit the Node using Node.next()
            }
        }
    }

    func authenticate(_ node: Node, _ callback: Callback) {
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
            } onError: { (error) in
                // An error occurred during the authentication process
                // Submit the Node using Node.next()
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
    // MARK: PlatformAuthenticatorAuthenticationDelegate
    func localKeyExistsAndPasskeysAreAvailable() {
        // You can prompt the user to Register a new Key to use with Apple Passkeys.
        // From then on, use the `register` and `authenticate` methods passing the `usePasskeysIfAvailable: true`.
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
#endif
