public import Primitives

/// The failure to seal, open or vouch for a push message.
public struct WebPushError: CodedError, CustomStringConvertible {
    /// The kind of refusal.
    public enum Code: Sendable, Equatable {
        /// The keys of a subscription are none.
        case invalidKeys
        /// More than fits into one message.
        case tooLarge
        /// Not a message of this form: cut off, another content coding, several records.
        case malformed
        /// Changed on its way, or for another subscription.
        case notAuthentic
        /// Not an application server's proof, or not for this resource, time or key.
        case invalidProof
    }

    /// The kind of refusal, by which a caller tells errors apart.
    public let code: Code
    /// One sentence; it holds no secret.
    public let reason: String

    /// An error with a code and a reason.
    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    public var description: String { reason }
}
