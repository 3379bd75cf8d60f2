/// The attestation statement formats that are known (L3 §8).
public enum AttestationFormat: String, Sendable, CaseIterable {
    case none
    case packed
    case fidoU2F = "fido-u2f"
    case apple
    case androidKey = "android-key"
    case tpm
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
