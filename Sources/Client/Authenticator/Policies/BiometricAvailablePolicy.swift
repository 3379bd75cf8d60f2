import AuthenticatorMessages
public import Primitives

#if canImport(LocalAuthentication)
import LocalAuthentication
#endif

/// `biometricAvailable`: the owner can be verified by this device.
public struct BiometricAvailablePolicy: AccountPolicy {
    /// The policy's name in an account's URI, `biometricAvailable`.
    public let name = DevicePolicies.Policy.biometricAvailable
    private let isAvailable: @Sendable () async -> Bool

    /// - Parameter isAvailable: whether a biometric, or a passcode where that counts, is set up.
    public init(_ isAvailable: @escaping @Sendable () async -> Bool) { self.isAvailable = isAvailable }

    #if canImport(LocalAuthentication)
    /// Asks the system.
    public init() {
        self.init { LAContext().canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil) }
    }
    #endif

    /// Whether this device can verify its owner; the policy has no settings.
    public func isMet(_ parameters: JSONObject) async -> Bool { await isAvailable() }
}
