import AuthenticatorMessages
import FRCore
import Primitives

#if canImport(LocalAuthentication)
import LocalAuthentication
#endif

/// `biometricAvailable`: a biometric is set up on the device. Where there is no system to ask, there is none.
public class BiometricAvailablePolicy: FRAPolicy {
    public var data: Any?
    /// The policy's name in an account's URI, `biometricAvailable`.
    public let name = DevicePolicies.Policy.biometricAvailable

    /// Makes one, which has no settings.
    public init() {}

    public func evaluate() -> Bool {
        #if canImport(LocalAuthentication)
        LAContext().canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil)
        #else
        false
        #endif
    }
}

/// `deviceTampering`: the device is less likely tampered with than the issuer's `score` says, as `FRJailbreakDetector` finds
/// (`docs/protocols/step-protocol.md` 6.8, 9.3). Without detectors nothing is found.
public class DeviceTamperingPolicy: FRAPolicy {
    /// The score that isn't reached where the issuer names none.
    public static let defaultThresholdScore = 1.0

    public var data: Any?
    /// The policy's name in an account's URI, `deviceTampering`.
    public let name = DevicePolicies.Policy.deviceTampering

    /// Makes one, which has no settings.
    public init() {}

    public func evaluate() -> Bool {
        let wanted = ((data as? [String: Any])?["score"] as? Double) ?? Self.defaultThresholdScore
        return FRJailbreakDetector.shared.analyze() < wanted
    }
}
