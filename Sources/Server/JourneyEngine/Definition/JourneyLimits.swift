package import Primitives

/// Bounds on journeys, their files and their runs.
package enum JourneyLimits {
    /// Bounds on a file: 256 KiB, 32 levels, 20 000 values.
    package static let file = JSONLimits(bytes: 256 << 10, depth: 32, values: 20_000)
    /// How many nodes a journey may have, and how many a page.
    static let nodes = 500
    static let nodesOnPage = 32
    /// How long a journey's name or a node's id may be, in bytes.
    static let name = 128
    /// How many steps one run of a journey may ask (`security-baseline.md` 3).
    static let steps = 200
    /// How many nodes may run between two steps.
    static let runsBetweenSteps = 1000
    /// How deeply journeys may stand in each other.
    static let depth = 10
    /// How large a run's state may grow, in bytes.
    static let state = 16 << 10
}
