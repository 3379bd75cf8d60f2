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
    ///   - deviceAuthenticator: gives what guards the key; by default ``BindingCallback/getDeviceAuthenticator(type:)``.
    ///   - prompt: the texts to show instead of the server's.
    public func bind(
        deviceAuthenticator: ((DeviceBindingAuthenticationType) -> any DeviceAuthenticator)? = nil, prompt: Prompt? = nil,
        completion: @escaping (DeviceBindingResult<Void>) -> Void
    ) {
        let type = deviceBindingAuthenticationType
        let authenticator = deviceAuthenticator?(type) ?? getDeviceAuthenticator(type: type)
        let name = wire.input.first { $0.name.hasSuffix("deviceName") }?.value?.string ?? ""
        run(wire.question(DeviceBindingQuestion.self), completion) { binding, question in
            try await binding.bind(
                question, deviceName: name.isEmpty ? nil : name, prompt: prompt?.modern, guardedBy: authenticator.keyGuard(of: binding))
        }
    }
}
