import FRCore
import CallbackBridge
import DeviceBinding
import FRAuth
import JourneyMessages
import Primitives

/// Asks the device to sign a challenge with a bound key ("Handle device signing verifier callbacks").
public final class DeviceSigningVerifierCallback: BindingCallback {
    /// Signs. The error is also the callback's client error, as documented.
    ///
    /// - Parameters:
    ///   - userKeySelector: chooses a key where the server names no user and several are bound; by default a dialog asks.
    ///   - deviceAuthenticator: gives what guards the key of a type; by default ``Binding/getDeviceAuthenticator(type:)``.
    ///   - customClaims: further claims for the server's scripts.
    ///   - prompt: the texts to show instead of the server's.
    public func sign(
        userKeySelector: any UserKeySelector = DefaultUserKeySelector(),
        deviceAuthenticator: ((DeviceBindingAuthenticationType) -> any DeviceAuthenticator)? = nil, customClaims: [String: Any] = [:],
        prompt: Prompt? = nil, completion: @escaping DeviceSigningResultCallback
    ) {
        guard let claims = JSONValue(plain: customClaims)?.object else {
            return handleException(status: .invalidCustomClaims, completion: completion)
        }
        let given = Handoff((callback: self, deviceAuthenticator, prompt ?? serverPrompt, customClaims, completion))
        let selector = SelectedKey(userKeySelector)
        run(wire.question(DeviceSigningQuestion.self)) { binding, question in
            try await binding.sign(question, claims: claims, selector: selector, prompt: prompt?.modern) { key in
                let (callback, authenticators, prompt, claims, _) = given.value
                let authenticator = callback.authenticator(authenticators, DeviceBindingAuthenticationType(key.authentication))
                return AuthenticatorGuard(authenticator, userID: key.userID, prompt: prompt, key: key, claims: claims)
            }
        } _: { status in
            guard let status else { return given.value.4(.success) }
            given.value.callback.handleException(status: status, completion: given.value.4)
        }
    }

    /// Answers with a failure, and hands it to the completion.
    public func handleException(status: DeviceBindingStatus, completion: @escaping DeviceSigningResultCallback) {
        setClientError(status.clientError)
        completion(.failure(status))
    }
}
