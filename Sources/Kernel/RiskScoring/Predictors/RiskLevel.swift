/// A level of risk, by its name on the wire.
public enum RiskLevel: String, Sendable, CaseIterable, Comparable {
    /// A level.
    case low = "LOW", medium = "MEDIUM", high = "HIGH"

    /// The level of a score: HIGH from 700, MEDIUM from 400.
    public init(score: Int) { self = score >= 700 ? .high : score >= 400 ? .medium : .low }

    /// The score that stands for a level that was found without one: 0, 500, 1000.
    public var score: Int {
        switch self {
        case .low: 0
        case .medium: 500
        case .high: 1000
        }
    }

    /// Whether a level is a lower one than another.
    public static func < (left: Self, right: Self) -> Bool { left.score < right.score }
}
