import Primitives

/// Bounds on what is imported.
package enum ImportLimits {
    /// How many files, how long one, and how long all of them together, in bytes.
    package static let files = 10_000
    package static let fileBytes = 32 << 20
    package static let bytes = 64 << 20
    /// Bounds on one file's JSON. It nests less deeply than what may be stored, since importing wraps it.
    static let json = JSONLimits(bytes: fileBytes, depth: 28, values: 2_000_000)
    /// How many journeys, scripts and other objects.
    static let journeys = 1000
    static let objects = 5000
    /// How many members a node, its connections or a journey's entry may have.
    static let members = 500
    /// How long a journey may be as it is stored, in bytes.
    static let journey = 900 << 10
}
