/// A part of a verification, by the words of the documented `verificationStatus`.
public enum VerificationPart: String, Sendable, CaseIterable {
    /// A document of identity.
    case governmentID = "GOVERNMENT_ID"
    /// A photograph of the user's face, which is compared with the document's.
    case selfie = "FACIAL_COMPARISON"
}
