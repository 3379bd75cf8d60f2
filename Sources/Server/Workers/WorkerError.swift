import Primitives

/// The failure of a worker, or of the pool that it belongs to.
package struct WorkerError: CodedError, CustomStringConvertible {
    /// The reason of the failure.
    package enum Code: Sendable, Equatable {
        /// The worker computed for too long, or was silent for too long, and was ended.
        case time
        /// The worker took too much memory and ended itself.
        case memory
        /// The worker died, or sent what is no answer.
        case crashed
        /// Too many wait; try later.
        case overloaded
        /// The program can't be started, or the server is stopping.
        case unavailable
        /// The system can't confine the process.
        case unconfined
    }

    package let code: Code
    /// The reason, in words.
    package let reason: String

    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    package var description: String { reason }
}
