package import Primitives

/// The system's dialog that recognises the owner of a device, or what stands for it in a test.
package protocol OwnerPrompt: Sendable {
    /// The kind of the biometrics that are set up; nil for none that can be used now.
    func biometrics() -> VerificationMethod?
    /// The biometrics that are enrolled.
    func enrollment() -> BiometricEnrollment
    /// Shows the dialog for face or finger alone, or for those or the passcode.
    /// - Parameter offersPasscode: whether a dialog for face or finger has a button for the passcode, which ends it.
    func show(_ reason: String, _ factors: UserFactors, offersPasscode: Bool) async -> OwnerAnswer
}

/// The end of an ``OwnerPrompt``.
package enum OwnerAnswer: Sendable, Hashable {
    /// The owner was recognised.
    case recognised
    /// The owner wants to enter the passcode instead, or must: after too many wrong fingers, say.
    case wantsPasscode
    /// The user turned away.
    case cancelled
    /// It was another, with the system's explanation.
    case refused(String)
    /// Nothing of the kind is set up, with the system's explanation.
    case unavailable(String)
}

/// Verifies the user by the system's dialog.
///
/// A dialog that takes the passcode too doesn't tell which it was. So the one for face or finger alone is shown first wherever it can be,
/// and the other only to a user who wants the passcode, for whom `pin` is returned.
package struct OwnerVerification: UserVerification {
    private let prompt: any OwnerPrompt

    package init(_ prompt: any OwnerPrompt) { self.prompt = prompt }

    package func ask(_ reason: String, by factors: UserFactors) async throws(UserVerificationError) -> VerificationMethod {
        if let method = prompt.biometrics() {
            let answer = await prompt.show(reason, .biometrics, offersPasscode: factors == .biometricsOrPasscode)
            if factors == .biometrics || answer != .wantsPasscode { return try Self.method(method, answer) }
        } else if factors == .biometrics {
            throw UserVerificationError(.unavailable, "no face and no finger is set up on this device")
        }
        return try Self.method(.pin, await prompt.show(reason, .biometricsOrPasscode, offersPasscode: true))
    }

    package func enrollment() async -> BiometricEnrollment { prompt.enrollment() }

    private static func method(_ method: VerificationMethod, _ answer: OwnerAnswer) throws(UserVerificationError) -> VerificationMethod {
        switch answer {
        case .recognised: return method
        case .cancelled: throw UserVerificationError(.cancelled, "the user turned away")
        case .wantsPasscode: throw UserVerificationError(.refused, "the user was not recognised by face or finger")
        case .refused(let reason): throw UserVerificationError(.refused, "the user was not verified: \(reason)")
        case .unavailable(let reason): throw UserVerificationError(.unavailable, reason)
        }
    }
}
