import Primitives

/// The faults of the configuration: one line for each problem.
package struct ConfigurationError: Error, Equatable, CustomStringConvertible {
    package let problems: [String]

    init(_ problems: [String]) { self.problems = problems }
    init(_ problem: String) { problems = [problem] }

    package var description: String { problems.joined(separator: "\n") }
}
