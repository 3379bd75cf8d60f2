/// The attestation statement formats that are known (L3 §8).
public enum AttestationFormat: String, Sendable, CaseIterable {
    /// The empty statement of an authenticator that attests nothing, `none` (L3 §8.7).
    case none
    /// The statement of most authenticators, `packed` (L3 §8.2).
    case packed
    /// The statement of authenticators that speak U2F, `fido-u2f` (L3 §8.6).
    case fidoU2F = "fido-u2f"
    /// Apple's anonymous statement, `apple` (L3 §8.8).
    case apple
    /// The statement of a key in Android's key store, `android-key` (L3 §8.4).
    case androidKey = "android-key"
    /// The statement of a Trusted Platform Module, `tpm` (L3 §8.3).
    case tpm
    /// The statement of Android's SafetyNet, `android-safetynet` (L3 §8.5).
    case androidSafetyNet = "android-safetynet"

    func verify(_ evidence: AttestationEvidence, under policy: AttestationPolicy) throws(WebAuthnError) -> AttestationPath {
        switch self {
        case .none: try NoneAttestation.verify(evidence)
        case .packed: try PackedAttestation.verify(evidence)
        case .fidoU2F: try U2FAttestation.verify(evidence, requiresZeroModel: policy.requiresZeroU2FModel)
        case .apple: try AppleAttestation.verify(evidence)
        case .androidKey: try AndroidKeyAttestation.verify(evidence, inTrustedEnvironment: policy.requiresTrustedEnvironment)
        case .tpm: try TPMAttestation.verify(evidence)
        case .androidSafetyNet: try SafetyNetAttestation.verify(evidence)
        }
    }
}

/// An attestation trust path (L3 §6.5.3).
enum AttestationPath {
    case none
    case selfSigned
    case certified(CertificateChain)
}
