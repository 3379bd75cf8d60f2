/// The sex that a document names.
public enum DocumentSex: String, Sendable, Hashable, CaseIterable {
    /// Female.
    case female
    /// Male.
    case male
    /// Not specified; printed as X.
    case unspecified
}
