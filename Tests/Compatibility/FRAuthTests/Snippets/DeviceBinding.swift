import FRAuth
import FRDeviceBinding
import Foundation

/// "Handle device binding callbacks", "Custom authentication prompts", "Custom authentication UI", "Error handling"
final class BindingViewController: UIViewController {
    private let finished: (DeviceBindingStatus?) -> Void

    /// - Parameter finished: proceeds to the next node.
    init(finished: @escaping (DeviceBindingStatus?) -> Void) { self.finished = finished }

    func bind(_ callback: DeviceBindingCallback) {
        // Provide a friendly name for the device
        callback.setDeviceName("My iOS Device")

        // Bind the device
        callback.bind { result in
            switch result {
            case .success:
                // Proceed to the next node
                self.finished(nil)
            case .failure(let error):
                // Handle the error and proceed to the next node
                self.finished(error)
            }
        }
    }

    func bindWithPrompt(_ callback: DocumentedCallback) {
        if callback.type == "DeviceBindingCallback",
            let deviceBindingCallback = callback as? DeviceBindingCallback
        {
            let customPrompt = Prompt(
                title: "Custom Title",
                subtitle: "Custom Subtitle",
                description: "Custom Description"
            )
            deviceBindingCallback.bind(prompt: customPrompt) { result in
                /// process the result
                self.process(result)
            }
            return
        }
    }

    func bindWithPin(_ callback: DeviceBindingCallback) {
        callback.bind(
            deviceAuthenticator: { type in
                switch type {
                case .applicationPin:
                    return ApplicationPinDeviceAuthenticator(pinCollector: CustomPinCollector())
                default:
                    return callback.getDeviceAuthenticator(type: type)
                }
            },
            completion: { result in
                switch result {
                case .success:
                    // Proceed to the next node
                    self.finished(nil)
                case .failure(let error):
                    // Handle the error and proceed to the next node
                    self.finished(error)
                }
            })
    }

    func bindWithCustomError(_ callback: DeviceBindingCallback) {
        // Bind the device
        callback.bind { result in
            switch result {
            case .success:
                // Proceed to the next node
                self.finished(nil)
            case .failure(let error):
                // Custom Error
                if error == DeviceBindingStatus.unRegister {
                    callback.setClientError("CustomUnReg")
                }
                self.finished(error)
            }
        }
    }

    func process(_ result: DeviceBindingResult) {
        if case .failure(let error) = result { finished(error) } else { finished(nil) }
    }

    func process(_ result: DeviceSigningResult) {
        if case .failure(let error) = result { finished(error) } else { finished(nil) }
    }

    // MARK: Signing

    /// "Handle device signing verifier callbacks"
    func sign(_ callback: DeviceSigningVerifierCallback) {
        callback.sign { result in
            switch result {
            case .success:
                // Proceed to the next node
                self.finished(nil)
            case .failure(let error):
                // Handle the error and proceed to the next node
                self.finished(error)
            }
        }
    }

    /// "Add custom claims when signing"
    func signWithClaims(_ callback: DeviceSigningVerifierCallback) {
        callback.sign(
            customClaims: [
                "platform": "iOS",
                "isCompanyPhone": true,
                "lastUpdated": Int(Date().timeIntervalSince1970),
            ]
        ) { result in
            switch result {
            case .success:
                // Proceed to the next node
                self.finished(nil)
            case .failure(let error):
                // Handle the error and proceed to the next node
                if error == .invalidCustomClaims {
                    // Fix the invalid custom claims
                    print(error.errorMessage)
                    self.finished(error)
                    return
                }
                self.finished(error)
            }
        }
    }

    func signWithClaim(named name: String, _ callback: DeviceSigningVerifierCallback) {
        callback.sign(customClaims: [name: "x"]) { self.process($0) }
    }

    func signWithPrompt(_ callback: DocumentedCallback) {
        if callback.type == "DeviceSigningVerifierCallback",
            let deviceSigningVerifierCallback = callback as? DeviceSigningVerifierCallback
        {
            let customPrompt = Prompt(
                title: "Custom Title",
                subtitle: "Custom Subtitle",
                description: "Custom Description"
            )
            deviceSigningVerifierCallback.sign(prompt: customPrompt) { result in
                /// process the result
                self.process(result)
            }
            return
        }
    }

    /// "Custom key selection UI"
    func signWithSelector(_ callback: DeviceSigningVerifierCallback) {
        callback.sign(userKeySelector: CustomUserKeySelector()) { result in
            switch result {
            case .success:
                // Proceed to the next node
                self.finished(nil)
            case .failure(let error):
                // Handle the error and proceed to the next node
                self.finished(error)
            }
        }
    }

    /// The custom PIN pad is for signing as well ("you can use the same mechanism for both binding and signing").
    func signWithPin(_ callback: DeviceSigningVerifierCallback, pin: String) {
        callback.sign(
            deviceAuthenticator: { type in
                switch type {
                case .applicationPin:
                    return ApplicationPinDeviceAuthenticator(pinCollector: CustomPinCollector(pin: pin))
                default:
                    return callback.getDeviceAuthenticator(type: type)
                }
            }, completion: { self.process($0) })
    }

    /// "Map exceptions to custom client error outcomes"
    func signWithCustomError(_ callback: DeviceSigningVerifierCallback) {
        callback.sign { result in
            if case .failure(let error) = result, error == DeviceBindingStatus.unRegister {
                callback.setClientError("CustomUnReg")
            }
            self.process(result)
        }
    }
}

/// "Custom authentication UI"
class CustomPinCollector: PinCollector {
    var pin = "1234"

    init(pin: String = "1234") { self.pin = pin }

    func collectPin(prompt: Prompt, completion: @escaping (String?) -> Void) {
        // Implement your custom app PIN UI...
        completion(pin)
    }
}

// Custom user selector that always returns the most recently created key
class CustomUserKeySelector: UserKeySelector {
    func selectUserKey(userKeys: [UserKey], selectionCallback: @escaping UserKeySelectorCallback) {
        selectionCallback(userKeys.first)
    }
}

/// "Unbind devices by deleting keys"
enum Unbinding {
    /// - Returns: whether the server deleted the key.
    static func delete(_ userKey: UserKey) -> Bool {
        do {
            try FRUserKeys().delete(
                userKey: userKey,
                forceDelete: false
            )
        } catch {
            print("Failed to delete public key from server")
            return false
        }
        return true
    }
}
