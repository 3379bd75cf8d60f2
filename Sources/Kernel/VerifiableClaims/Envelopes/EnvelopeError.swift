public import Primitives

/// The refusal of an envelope, or of a content that fits none.
public struct EnvelopeError: CodedError, CustomStringConvertible {
    /// The kind of refusal.
    public enum Code: Sendable, Equatable {
        /// Message, challenge and data take more than ``EnvelopeContent/mostBytes``.
        case tooLarge
        /// Not an envelope: not a sealed and signed token with the members of one.
        case malformed
        /// It doesn't open with the recipient's key.
        case notOpened
        /// It was sealed, or signed, for another recipient.
        case wrongRecipient
        /// It isn't signed by the sender that it names.
        case wrongSender
        /// The signed kind isn't that of the content.
        case wrongKind
        /// Its time has passed, or it was made to last longer than a day.
        case expired
        /// It was made in the future.
        case notYetValid
        /// The challenge in it has expired.
        case challengeExpired
        /// The cryptographic library could not sign or seal.
        case sealingFailed
    }

    /// The kind of refusal; two errors are equal when their codes are.
    public let code: Code
    /// The refusal and its reason, in one sentence. It holds nothing of the content.
    public let reason: String
    /// The error beneath this one, when there is one.
    public let underlying: (any Error)?

    /// An error with a code and a reason.
    public init(_ code: Code, _ reason: String, underlying: (any Error)? = nil) {
        self.code = code
        self.reason = reason
        self.underlying = underlying
    }

    /// Code and reason.
    public var description: String { "\(code): \(reason)" }
}
