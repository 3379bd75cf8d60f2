import CallbackBridge
import DeviceBinding
import FRAuth
import JourneyMessages
import Primitives

/// Asks the device to make a key, and to bind it to the user ("Handle device binding callbacks").
public final class DeviceBindingCallback: BindingCallback {
    /// The user's name, as the server sent it; may be empty.
    public var userName: String { wire.output("username")?.string ?? "" }
    /// The way in which the user is to unlock the key.
    public var deviceBindingAuthenticationType: DeviceBindingAuthenticationType {
        wire.output("authenticationType")?.string.flatMap(DeviceBindingAuthenticationType.init(exactly:)) ?? .none
    }

    /// Sets what the user calls the device.
    public func setDeviceName(_ deviceName: String) { wire.setInput("deviceName", .string(deviceName)) }

    /// Sets the device's own identifier.
    public func setDeviceId(_ deviceId: String) { wire.setInput("deviceId", .string(deviceId)) }

    /// Binds the device. The error is also the callback's client error, as documented.
    ///
    /// - Parameters:
    ///   - deviceAuthenticator: gives what guards the key; by default ``Binding/getDeviceAuthenticator(type:)``.
    ///   - prompt: the texts to show instead of the server's.
    public func bind(
        deviceAuthenticator: ((DeviceBindingAuthenticationType) -> any DeviceAuthenticator)? = nil, prompt: Prompt? = nil,
        completion: @escaping DeviceBindingResultCallback
    ) {
        let guarding = AuthenticatorGuard(
            authenticator(deviceAuthenticator, deviceBindingAuthenticationType), userID: userId, prompt: prompt ?? serverPrompt)
        let name = wire.input.first { $0.name.hasSuffix("deviceName") }?.value?.string ?? ""
        let (callback, completion) = (Handoff(self), Handoff(completion))
        run(wire.question(DeviceBindingQuestion.self)) { binding, question in
            try await binding.bind(question, deviceName: name.isEmpty ? nil : name, prompt: prompt?.modern, guardedBy: guarding)
        } _: { status in
            guard let status else { return completion.value(.success) }
            callback.value.handleException(status: status, completion: completion.value)
        }
    }

    /// Answers with a failure, and hands it to the completion.
    public func handleException(status: DeviceBindingStatus, completion: @escaping DeviceBindingResultCallback) {
        setClientError(status.clientError)
        completion(.failure(status))
    }
}
