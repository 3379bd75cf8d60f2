package import Primitives

/// Bounds on what is imported.
package enum ImportLimits {
    /// The number of files, the length of one, and the length of all of them together, in bytes.
    package static let files = 10_000
    /// The greatest length of a file in bytes.
    package static let fileBytes = 32 << 20
    /// The greatest length of all files together in bytes.
    package static let bytes = 64 << 20
    /// Bounds on one file's JSON. It nests less deeply than what may be stored, since importing wraps it.
    package static let json = JSONLimits(bytes: fileBytes, depth: 28, values: 2_000_000)
    /// The number of journeys, scripts and other objects.
    package static let journeys = 1000
    /// The greatest number of scripts and other objects.
    package static let objects = 5000
    /// The number of members that a node, its connections or a journey's entry may have.
    package static let members = 500
    /// The longest that a journey may be as it is stored, in bytes.
    package static let journey = 900 << 10
}
