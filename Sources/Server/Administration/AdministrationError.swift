package import Foundations
import Primitives

/// The refusal of an administrative action.
package struct AdministrationError: PublicError, CustomStringConvertible {
    /// The reason of the refusal.
    package enum Code: Sendable, Equatable {
        /// The caller lacks the permission.
        case notPermitted
        /// There is no user, client or other object of this name.
        case unknown
        /// There is one of this name already, or the object isn't in a state for this.
        case conflict
        /// An input that can't be.
        case invalid
    }

    package let code: Code
    /// The reasons, a line each.
    package let lines: [String]

    /// A refusal with one line of reasons.
    package init(_ code: Code, _ line: String) { self.init(code, [line]) }

    package init(_ code: Code, _ lines: [String]) {
        self.code = code
        self.lines = lines
    }

    package var reason: String { lines.joined(separator: "\n") }
    package var description: String { reason }

    package var kind: ErrorKind {
        switch code {
        case .notPermitted: .notPermitted
        case .unknown: .unknown
        case .conflict: .conflict
        case .invalid: .invalid
        }
    }
}
