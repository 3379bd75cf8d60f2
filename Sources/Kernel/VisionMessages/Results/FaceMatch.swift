/// The strictness with which two faces are taken for one person's, as verification policies name it.
public enum FaceMatchStrictness: String, Sendable, CaseIterable {
    /// A distance of at most 0.6, the model's own threshold.
    case low = "LOW"
    /// A distance of at most 0.55.
    case medium = "MEDIUM"
    /// A distance of at most 0.5.
    case high = "HIGH"

    /// The greatest distance at which two faces are taken for one person's.
    public var threshold: Double {
        switch self {
        case .low: 0.6
        case .medium: 0.55
        case .high: 0.5
        }
    }

    /// Whether two faces at this distance are taken for one person's.
    public func accepts(distance: Double) -> Bool { distance <= threshold }
}
