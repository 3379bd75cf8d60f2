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
    ///   - deviceAuthenticator: gives what guards the key of a type; by default ``BindingCallback/getDeviceAuthenticator(type:)``.
    ///   - customClaims: further claims for the server's scripts.
    ///   - prompt: the texts to show instead of the server's.
    public func sign(
        userKeySelector: any UserKeySelector = DefaultUserKeySelector(),
        deviceAuthenticator: ((DeviceBindingAuthenticationType) -> any DeviceAuthenticator)? = nil, customClaims: [String: Any] = [:],
        prompt: Prompt? = nil, completion: @escaping (DeviceBindingResult<Void>) -> Void
    ) {
        guard let claims = JSONValue(plain: customClaims)?.object else {
            setClientError(DeviceBindingStatus.invalidCustomClaims.clientError)
            return completion(.failure(.invalidCustomClaims))
        }
        let authenticators = Handoff(deviceAuthenticator)
        let defaults = Handoff(self)
        let selector = SelectedKey(userKeySelector)
        run(wire.question(DeviceSigningQuestion.self), completion) { binding, question in
            try await binding.sign(question, claims: claims, selector: selector, prompt: prompt?.modern) { authentication in
                let type = DeviceBindingAuthenticationType(authentication)
                let authenticator = authenticators.value?(type) ?? defaults.value.getDeviceAuthenticator(type: type)
                return authenticator.keyGuard(of: binding)
            }
        }
    }
}
