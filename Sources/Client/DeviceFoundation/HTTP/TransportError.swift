public import Primitives

/// The failure of a request that brought no answer.
public struct TransportError: CodedError, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        public let description: String

        /// The URL is not an absolute http or https one.
        public static let invalidAddress = Code(description: "invalidAddress")
        /// No connection: name not found, refused, network down.
        public static let cannotConnect = Code(description: "cannotConnect")
        /// The certificate is not trusted, or TLS failed.
        public static let untrusted = Code(description: "untrusted")
        /// The server's public key is not one of the pinned ones.
        public static let pinMismatch = Code(description: "pinMismatch")
        /// The answer did not come within the request's timeout.
        public static let timedOut = Code(description: "timedOut")
        /// The answer's body is longer than the request allows.
        public static let responseTooLarge = Code(description: "responseTooLarge")
        /// The connection broke, or what came was not HTTP.
        public static let interrupted = Code(description: "interrupted")
        /// The task was cancelled.
        public static let cancelled = Code(description: "cancelled")
    }

    /// The kind of failure.
    public let code: Code
    /// An explanation that names the host.
    public let reason: String
    /// The transport's own error, if there was one.
    public let underlying: (any Error)?

    /// Makes an error.
    public init(_ code: Code, _ reason: String, underlying: (any Error)? = nil) {
        self.code = code
        self.reason = reason
        self.underlying = underlying
    }

    public var description: String { reason }
}
