public import DeviceBinding
import JourneyMessages

/// The user's way to unlock the key.
public enum DeviceBindingAuthenticationType: String, Sendable, CaseIterable {
    /// Biometrics only.
    case biometricOnly = "BIOMETRIC_ONLY"
    /// Biometrics, or the device's own passcode.
    case biometricAllowFallback = "BIOMETRIC_ALLOW_FALLBACK"
    /// A PIN that the app asks for.
    case applicationPin = "APPLICATION_PIN"
    /// No protection.
    case none = "NONE"

    init(_ authentication: DeviceBindingQuestion.Authentication) { self = Self(rawValue: authentication.rawValue) ?? .none }

    var modern: DeviceBindingQuestion.Authentication { .init(rawValue: rawValue) ?? .none }
}

/// Asks the user, and guards the keys of a type ("Custom authentication UI").
public protocol DeviceAuthenticator {
    /// Returns the guard of the keys.
    func keyGuard(of binding: DeviceBinding) -> any KeyGuard
}

/// Authenticates without asking the user.
public struct None: DeviceAuthenticator {
    /// Makes one, which has no settings.
    public init() {}
    /// The guard that keeps and unlocks the keys of this kind.
    public func keyGuard(of binding: DeviceBinding) -> any KeyGuard { binding.keyGuard(for: .none) }
}

/// Asks for face or finger.
public struct BiometricOnly: DeviceAuthenticator {
    /// Makes one, which has no settings.
    public init() {}
    /// The guard that keeps and unlocks the keys of this kind.
    public func keyGuard(of binding: DeviceBinding) -> any KeyGuard { binding.keyGuard(for: .biometricOnly) }
}

/// Asks for face or finger, else for the device's own PIN.
public struct BiometricAndDeviceCredential: DeviceAuthenticator {
    /// Makes one, which has no settings.
    public init() {}
    /// The guard that keeps and unlocks the keys of this kind.
    public func keyGuard(of binding: DeviceBinding) -> any KeyGuard { binding.keyGuard(for: .biometricAllowFallback) }
}

/// Asks for a PIN of the application.
open class ApplicationPinDeviceAuthenticator: DeviceAuthenticator {
    private let pinCollector: (any PinCollector)?

    /// - Parameter pinCollector: the collector that asks; nil for the module's own.
    public init(pinCollector: (any PinCollector)? = nil) { self.pinCollector = pinCollector }

    /// The guard that keeps and unlocks the keys of this kind.
    public func keyGuard(of binding: DeviceBinding) -> any KeyGuard {
        pinCollector.map { binding.pinGuard(asking: CollectedPIN($0)) } ?? binding.keyGuard(for: .applicationPIN)
    }
}
