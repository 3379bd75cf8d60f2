import Primitives

/// The failure of a journey that could not be played to a session.
package struct PlayerError: CodedError, CustomStringConvertible {
    /// The kind of failure.
    package enum Code: Sendable {
        /// The user doesn't answer any more.
        case silent
        /// A step asks for what a terminal can't answer.
        case unanswerable
        /// The server can't be reached.
        case unreachable
        /// The journey continues by a link that was sent.
        case suspended
        /// The link that should resume a journey is good for nothing.
        case linkExpired
        /// The realm has no such journey, or clients may not begin it.
        case unknownJourney
        /// The journey ended in failure, or something else that its server says.
        case failed
    }

    package let code: Code
    /// The explanation, in one line for a terminal.
    package let reason: String
    package let underlying: (any Error)?

    package init(_ code: Code, _ reason: String, underlying: (any Error)? = nil) {
        self.code = code
        self.reason = reason
        self.underlying = underlying
    }

    package var description: String { reason }
}
