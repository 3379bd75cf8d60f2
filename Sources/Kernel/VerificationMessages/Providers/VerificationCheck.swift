/// A check of a transaction, by the documented types of metadata.
public enum VerificationCheck: String, Sendable, CaseIterable {
    /// The document agrees with itself, and isn't expired.
    case documentAuthentication = "DOCUMENT_AUTHENTICATION"
    /// A person has looked at the document.
    case manualAuthentication = "DOCUMENT_MANUAL_AUTHENTICATION"
    /// The face of the selfie is the document's.
    case facialComparison = "FACIAL_COMPARISON"
    /// The document's data are those of the user's record.
    case biographicMatch = "BIOGRAPHIC_MATCH"
}
