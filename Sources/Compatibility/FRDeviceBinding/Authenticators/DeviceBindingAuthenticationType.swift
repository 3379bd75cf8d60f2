import JourneyMessages
import Primitives

/// The user's way to unlock the key.
public enum DeviceBindingAuthenticationType: String, Sendable, CaseIterable, Codable {
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
