import Primitives

#if canImport(LocalAuthentication)
import LocalAuthentication

/// Asks by the sheet of the system: Face ID, Touch ID, else the device's passcode.
public struct LocalAuthenticationVerification: UserVerification {
    /// Makes the verification, which has no settings.
    public init() {}

    /// Shows the system's sheet with `reason` and waits for the user.
    /// - Throws: ``UserVerificationError/Code/unavailable`` when the device has no passcode; other codes when the user was not recognised
    ///   or turned away.
    public func verify(_ reason: String) async throws(UserVerificationError) -> VerificationMethod {
        let context = LAContext()
        guard context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil) else {
            throw UserVerificationError(.unavailable, "no passcode is set on this device")
        }
        // Read before the sheet: afterwards a fallback to the passcode can't be told apart, and the weaker name is given for it.
        let hasBiometrics = context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil)
        do {
            try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: reason)
        } catch let error as LAError where error.code == .userCancel {
            throw UserVerificationError(.cancelled, "the user turned away")
        } catch {
            throw UserVerificationError(.refused, "the user was not verified: \(error.localizedDescription)")
        }
        guard hasBiometrics else { return .pin }
        return switch context.biometryType {
        case .faceID: .face
        case .touchID: .fingerprint
        default: .pin
        }
    }
}
#endif
