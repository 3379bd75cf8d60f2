public import Primitives

/// The refusal of bytes that are not the CBOR that was asked for.
public struct CBORError: CodedError, CustomStringConvertible {
    /// The kind of refusal.
    public enum Code: Sendable, Equatable {
        /// The bytes end within an item.
        case truncated
        /// Bytes follow the item.
        case trailingBytes
        /// More bytes than the limits allow.
        case tooLarge
        /// Items within items beyond the limit.
        case tooDeep
        /// More items than the limits allow.
        case tooManyItems
        /// A reserved value, a break or a chunk where none can be (RFC 8949 §3, Appendix F).
        case notWellFormed
        /// A text that isn't UTF-8.
        case invalidText
        /// A key of a map a second time.
        case duplicateKey
        /// A key that is neither a whole number, nor a byte string, nor a text.
        case unsupportedKey
        /// An item of indefinite length, where only definite ones are taken.
        case indefiniteLength
        /// Not in the deterministic form: an argument or number longer than needed, or keys out of order (RFC 8949 §4.2.1).
        case notDeterministic
    }

    /// The kind of refusal, by which a caller tells errors apart.
    public let code: Code
    /// One sentence that says where, counted in bytes from the start.
    public let reason: String

    /// An error with a code and a reason.
    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    public var description: String { reason }
}
