public import Primitives

/// The refusal of a registration or an assertion: one code for each reason, so that a test, a log and a policy can tell them apart. The
/// caller decides on the answer to the other side.
public struct WebAuthnError: CodedError, CustomStringConvertible {
    /// The kind of refusal.
    public enum Code: Sendable, Hashable, CaseIterable {
        /// Bytes or JSON that are not what the specification says.
        case malformed
        /// `type` of the client data is that of another ceremony.
        case wrongType
        /// The answer is to another challenge.
        case wrongChallenge
        /// The origin is not one of the relying party's.
        case wrongOrigin
        /// The ceremony ran in a frame of another origin, which isn't expected here.
        case crossOrigin
        /// The credential is for another relying party.
        case wrongRelyingParty
        /// The user wasn't there.
        case userNotPresent
        /// The user was not verified, which was required.
        case userNotVerified
        /// A backup state without eligibility, or an eligibility that has changed.
        case backupFlags
        /// A credential that can be copied, which the policy doesn't allow.
        case backupEligible
        /// An algorithm that wasn't offered.
        case algorithmNotAllowed
        /// A public key that is none, or of a type that isn't known.
        case unsupportedKey
        /// An attestation format that isn't known.
        case unsupportedAttestation
        /// The attestation statement doesn't hold.
        case invalidAttestation
        /// The attestation holds, but no trusted authority vouches for it.
        case untrustedAttestation
        /// Metadata says of the authenticator's model that it must not be relied upon.
        case compromisedModel
        /// The authenticator's model isn't certified, or for a lower level than the policy wants.
        case uncertifiedModel
        /// A certificate of the authenticator is revoked.
        case revokedCertificate
        /// No list says whether a certificate of the authenticator is revoked, and the policy wants to know.
        case unknownRevocation
        /// The policy wants an attestation, and there is none.
        case attestationRequired
        /// A credential id of more than 1023 bytes.
        case credentialIDTooLong
        /// The credential's id isn't the one that the authenticator signed, or not the record's.
        case wrongCredential
        /// A credential that wasn't among those asked for.
        case credentialNotAllowed
        /// The user handle is missing where it is needed, or another account's.
        case wrongUserHandle
        /// The signature isn't the credential's.
        case invalidSignature
        /// The signature counter did not grow: there may be a copy of the authenticator.
        case signatureCounter
        /// The thing to be made can't be: a key that doesn't serve, an option that contradicts another.
        case cannotMake
    }

    /// The kind of refusal, by which a caller tells errors apart.
    public let code: Code
    /// One sentence; it holds no secret.
    public let reason: String
    /// The error of a parser or library, when there was one.
    public let underlying: (any Error)?

    /// An error with a code and a reason.
    public init(_ code: Code, _ reason: String, underlying: (any Error)? = nil) {
        self.code = code
        self.reason = reason
        self.underlying = underlying
    }

    public var description: String { reason }
}
