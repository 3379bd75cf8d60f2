import Primitives

#if canImport(LocalAuthentication)
import Foundation
import LocalAuthentication

/// Asks by the sheet of the system: Face ID or Touch ID, and where it counts the device's passcode.
public struct LocalAuthenticationVerification: UserVerification {
    private let owner = OwnerVerification(LocalAuthenticationPrompt())

    /// Makes the verification, which has no settings.
    public init() {}

    /// Shows the system's sheet with `reason` and waits for the user. The passcode is asked for only where it counts, and only of a user
    /// who wants it or has no face or finger enrolled; it is returned as `pin`.
    /// - Throws: ``UserVerificationError/Code/unavailable`` when nothing that counts is set up; other codes when the user was not recognised
    ///   or turned away.
    public func ask(_ reason: String, by factors: UserFactors) async throws(UserVerificationError) -> VerificationMethod {
        try await owner.ask(reason, by: factors)
    }

    /// Returns the system's state of the enrolled biometrics (`LAContext.evaluatedPolicyDomainState`).
    public func enrollment() async -> BiometricEnrollment { await owner.enrollment() }
}

/// The system's sheet.
struct LocalAuthenticationPrompt: OwnerPrompt {
    func biometrics() -> VerificationMethod? {
        let context = LAContext()
        guard context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil) else { return nil }
        return switch context.biometryType {
        case .faceID: .face
        case .touchID: .fingerprint
        default: nil
        }
    }

    func enrollment() -> BiometricEnrollment {
        let context = LAContext()
        var failure: NSError?
        if context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &failure) {
            // One value on all systems, so that an update to iOS 18, which has another name for it too, isn't a change.
            return context.evaluatedPolicyDomainState.map { .enrolled(Array($0)) } ?? .unknown
        }
        return switch (failure as? LAError)?.code {
        case .biometryNotEnrolled, .passcodeNotSet: .absent
        default: .unknown
        }
    }

    func show(_ reason: String, _ factors: UserFactors, offersPasscode: Bool) async -> OwnerAnswer {
        let context = LAContext()
        // An empty title hides the button.
        if !offersPasscode { context.localizedFallbackTitle = "" }
        do {
            let policy: LAPolicy = factors == .biometrics ? .deviceOwnerAuthenticationWithBiometrics : .deviceOwnerAuthentication
            return try await context.evaluatePolicy(policy, localizedReason: reason) ? .recognised : .refused("")
        } catch let error as LAError { return OwnerAnswer(error) } catch { return .refused(error.localizedDescription) }
    }
}

extension OwnerAnswer {
    init(_ error: LAError) {
        self =
            switch error.code {
            case .userCancel, .appCancel, .systemCancel: .cancelled
            case .userFallback, .biometryLockout: .wantsPasscode
            case .biometryNotEnrolled, .biometryNotAvailable, .passcodeNotSet: .unavailable(error.localizedDescription)
            default: .refused(error.localizedDescription)
            }
    }
}
#endif
