import Primitives

/// The refusal of JSON that hasn't the shape it should have: every problem that was found, each with its place.
package struct ShapeError: CodedError, CustomStringConvertible {
    package enum Code: Sendable, Equatable {
        /// A value that it can't have.
        case invalid
        /// A member that must be there isn't.
        case missing
        /// A member that nothing knows: refused, since dropping it would look as if it had been kept.
        case unknownMember
        /// More than fits.
        case tooMany
        /// More than can be decided in bounded time.
        case tooComplex
        /// Something else has this value, and only one may.
        case taken
        /// A value that can't change once it is there.
        case immutable
    }

    package struct Problem: Sendable, Equatable {
        package let code: Code
        /// The place of the problem: `mobile.applications[0].pushTimeout`; empty for the whole.
        package let target: String
        package let message: String
        package var allowed: [String] = []
        package var range: ClosedRange<Int>?
        package var pattern: String?

        package init(_ code: Code, _ target: String, _ message: String) {
            self.code = code
            self.target = target
            self.message = message
        }

        /// The same problem at another place.
        func moved(to target: String) -> Problem {
            var moved = Problem(code, target, message)
            (moved.allowed, moved.range, moved.pattern) = (allowed, range, pattern)
            return moved
        }
    }

    /// The problems, at least one.
    package let problems: [Problem]

    package init(_ problems: [Problem]) { self.problems = problems }

    package init(_ code: Code, at target: String, _ message: String) { problems = [Problem(code, target, message)] }

    package var code: Code { problems.first?.code ?? .invalid }

    package var description: String {
        problems.map { $0.target.isEmpty ? $0.message : "\($0.target): \($0.message)" }.joined(separator: "; ")
    }

    /// The same problems at other places.
    package func moved(_ place: (String) -> String) -> ShapeError { ShapeError(problems.map { $0.moved(to: place($0.target)) }) }
}
