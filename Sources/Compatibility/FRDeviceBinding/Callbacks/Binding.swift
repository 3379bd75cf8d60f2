public import Foundation

/// The part that both callbacks have in common: which authenticator stands for a type, and until when a statement holds.
public protocol Binding {
    /// Gives the authenticator of a type where the call names none; nil for ``getDeviceAuthenticator(type:)``.
    var deviceAuthenticatorIdentifier: ((DeviceBindingAuthenticationType) -> any DeviceAuthenticator)? { get set }
}

extension Binding {
    /// Returns the authenticator that guards the keys of a type by default.
    public func getDeviceAuthenticator(type: DeviceBindingAuthenticationType) -> any DeviceAuthenticator {
        switch type {
        case .biometricOnly: BiometricOnly()
        case .biometricAllowFallback: BiometricAndDeviceCredential()
        case .applicationPin: ApplicationPinDeviceAuthenticator()
        case .none: None()
        }
    }

    /// Returns the time until which a statement of now holds.
    /// - Parameter timeout: seconds; nil for 60.
    public func getExpiration(timeout: Int?) -> Date { BindingEnvironment.now.addingTimeInterval(TimeInterval(timeout ?? 60)) }

    func authenticator(
        _ given: ((DeviceBindingAuthenticationType) -> any DeviceAuthenticator)?, _ type: DeviceBindingAuthenticationType
    ) -> any DeviceAuthenticator {
        (given ?? deviceAuthenticatorIdentifier)?(type) ?? getDeviceAuthenticator(type: type)
    }
}
