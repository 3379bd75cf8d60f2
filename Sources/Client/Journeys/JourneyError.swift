public import JourneyMessages
public import Primitives

/// The failure of a journey to continue.
public struct JourneyError: CodedError, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        public let description: String

        /// The journey ended in failure, say by wrong credentials, or the server refused the call. ``JourneyError/failure`` has the details.
        public static let failed = Code(description: "failed")
        /// The journey took longer than the server waits (`errorCode` `110`): start it again.
        public static let timedOut = Code(description: "timedOut")
        /// The link that should resume the journey is unknown, used up or too old.
        public static let suspensionExpired = Code(description: "suspensionExpired")
        /// The journey continues by a link that was sent to the user. ``JourneyError/reason`` is what to tell them;
        /// ``Journey/resume(suspendedID:)`` continues.
        public static let suspended = Code(description: "suspended")
        /// There is no session, or the server doesn't accept it any more.
        public static let noSession = Code(description: "noSession")
        /// No answer came. ``JourneyError/underlying`` is the `TransportError`.
        public static let transport = Code(description: "transport")
        /// The session could not be read or kept. ``JourneyError/underlying`` is the `StoreError`.
        public static let storage = Code(description: "storage")
        /// The answer that came is not one of this protocol.
        public static let unexpectedAnswer = Code(description: "unexpectedAnswer")
        /// The journey continued for more than 200 steps.
        public static let tooManySteps = Code(description: "tooManySteps")
    }

    /// The kind of failure.
    public let code: Code
    /// The explanation for a developer.
    public let reason: String
    /// The answer of the server: status, reason, message and detail.
    public let failure: JourneyFailure?
    /// The error beneath.
    public let underlying: (any Error)?

    /// Makes an error.
    public init(_ code: Code, _ reason: String, failure: JourneyFailure? = nil, underlying: (any Error)? = nil) {
        self.code = code
        self.reason = reason
        self.failure = failure
        self.underlying = underlying
    }

    public var description: String { reason }
}
