package import Primitives

/// Bounds on journeys, their files and their runs.
package enum JourneyLimits {
    /// Bounds on a file: 256 KiB, 32 levels, 20 000 values.
    package static let file = JSONLimits(bytes: 256 << 10, depth: 32, values: 20_000)
    /// The number of nodes that a journey may have, and the number that a page may.
    package static let nodes = 500
    static let nodesOnPage = 32
    /// The longest that a journey's name or a node's id may be, in bytes.
    package static let name = 128
    /// The number of steps that one run of a journey may ask (`docs/security/rules.md` 3).
    package static let steps = 200
    /// The number of nodes that may run between two steps.
    package static let runsBetweenSteps = 1000
    /// The depth to which journeys may stand in each other.
    package static let depth = 10
    /// The longest that a link may work for which a run waits: a week, in minutes.
    package static let suspension = 10_080
    /// The size to which a run's state may grow, in bytes.
    package static let state = 16 << 10
}
