import Primitives

/// A problem at one place of a journey's file.
package struct JourneyProblem: Sendable, Equatable, CustomStringConvertible {
    /// The place, as a path of member names and indices: `nodes.check.false`. Empty for the whole file.
    package let path: String
    /// The problem, as an administrator reads it.
    package let reason: String

    package init(_ path: String, _ reason: String) {
        self.path = path
        self.reason = reason
    }

    package var description: String { path.isEmpty ? reason : "\(path): \(reason)" }
}

/// The refusal of a text that is no journey: every problem found, at least one.
package struct JourneyDefinitionError: Error, CustomStringConvertible {
    /// The problems, in the order in which they were found.
    package let problems: [JourneyProblem]

    package var description: String { problems.map(\.description).joined(separator: "\n") }
}
