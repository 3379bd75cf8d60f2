import AuthenticatorMessages

#if canImport(LocalAuthentication)
import LocalAuthentication
#endif

/// `biometricAvailable`: a biometric is set up on the device. Where there is no system to ask, there is none.
public class BiometricAvailablePolicy: FRAPolicy {
    public var data: Any?
    public let name = DevicePolicies.Policy.biometricAvailable

    public init() {}

    public func evaluate() -> Bool {
        #if canImport(LocalAuthentication)
        LAContext().canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil)
        #else
        false
        #endif
    }
}

/// `deviceTampering`: the device is less likely tampered with than `score` says. Nothing here looks for that yet, so it isn't met; an app
/// that has a detector registers a policy of the same name.
public class DeviceTamperingPolicy: FRAPolicy {
    public var data: Any?
    public let name = DevicePolicies.Policy.deviceTampering

    public init() {}

    public func evaluate() -> Bool { false }
}
