/// The strictness with which a document's text is taken for the record's.
package enum RecordStrictness: String, Sendable, CaseIterable {
    /// A likeness of at least 0.75.
    case low = "LOW"
    /// A likeness of at least 0.85.
    case medium = "MEDIUM"
    /// The same letters.
    case high = "HIGH"

    /// The least likeness that is taken, of 0 to 1.
    package var threshold: Double {
        switch self {
        case .low: 0.75
        case .medium: 0.85
        case .high: 1
        }
    }
}
