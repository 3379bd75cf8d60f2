public import Primitives

/// The failure of a capture.
public struct CaptureError: CodedError, CustomStringConvertible {
    /// The kind of failure.
    public enum Code: Sendable, Equatable {
        /// The frame is no picture that is taken.
        case image
        /// The camera can't be used, or the app may not.
        case camera
        /// The reader of frames failed.
        case reader
        /// The step isn't there for it: nothing waits for approval, or the step may not be skipped.
        case step
        /// The capture isn't complete.
        case incomplete
    }

    /// The kind of failure; two errors are equal when their codes are.
    public let code: Code
    /// The explanation, in one sentence without personal data.
    public let reason: String
    /// The error beneath this one, when there is one.
    public let underlying: (any Error)?

    /// Makes an error.
    public init(_ code: Code, _ reason: String, underlying: (any Error)? = nil) {
        self.code = code
        self.reason = reason
        self.underlying = underlying
    }

    public var description: String { reason }
}
