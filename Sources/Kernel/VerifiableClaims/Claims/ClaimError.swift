public import Primitives

/// The refusal of a claim of the documented form, of what expires it, or of what answers a request for one.
public struct ClaimError: CodedError, CustomStringConvertible {
    /// The kind of refusal.
    public enum Code: Sendable, Equatable {
        /// Not a claim of this form: a member missing or of the wrong type, or a Disclosure written otherwise than the form has it.
        case malformed
        /// More bytes or pairs than the limits allow.
        case tooLarge
        /// The SD-JWT that the claim is a view of is refused.
        case token(SDJWTError.Code)
        /// `dataHash` isn't that of the signed data.
        case wrongHash
        /// `id` isn't the one that the hash makes.
        case wrongID
        /// `createDate` isn't the signed one.
        case wrongDate
        /// The expiry isn't the signed one.
        case wrongExpiry
        /// `partitionId` isn't the signed one, or not the expected log.
        case wrongPartition
        /// The issuer, or its salt, isn't the signed one.
        case wrongIssuer
        /// The subject, or its salt, isn't the signed one.
        case wrongSubject
        /// The holder, or its salt, isn't the signed one.
        case wrongHolder
        /// The claim that is referred to, or its salt, isn't the signed one.
        case wrongReference
        /// A pair's key, or its salt, isn't among the signed ones.
        case wrongKey
        /// A pair's value, or its salt, isn't the one that was signed with its key.
        case wrongValue
        /// The statement that a claim expires isn't signed by the claim's issuer, or is none.
        case wrongExpiryStatement
        /// The statement is of another claim.
        case otherClaim
        /// The challenge has expired.
        case challengeExpired
        /// The challenge isn't the one that was asked with.
        case wrongChallenge
    }

    /// The kind of refusal; two errors are equal when their codes are.
    public let code: Code
    /// The refusal and its reason, in one sentence. It holds no claim's content.
    public let reason: String
    /// The error beneath this one, when there is one.
    public let underlying: (any Error)?

    /// An error with a code and a reason.
    public init(_ code: Code, _ reason: String, underlying: (any Error)? = nil) {
        self.code = code
        self.reason = reason
        self.underlying = underlying
    }

    init(_ error: SDJWTError) { self.init(.token(error.code), error.reason, underlying: error) }

    /// Code and reason.
    public var description: String { "\(code): \(reason)" }
}
