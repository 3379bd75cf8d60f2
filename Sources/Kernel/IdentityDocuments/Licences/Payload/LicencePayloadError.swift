public import Primitives

/// The refusal of bytes that are no payload of a licence, or of values that a payload can't hold.
public struct LicencePayloadError: CodedError, CustomStringConvertible {
    /// The kind of refusal.
    public enum Code: String, Sendable, Hashable {
        /// More bytes than ``LicencePayload/mostBytes``.
        case tooLarge
        /// No file type of the standards.
        case notAPayload
        /// The compact encoding of ISO/IEC 18013-2, which isn't read.
        case compactEncoding
        /// The text of a magnetic stripe, which isn't read.
        case magneticStripe
        /// No subfile of a licence or an identification card.
        case noSubfile
        /// A value that the element can't hold.
        case unwritable
    }

    /// The kind of refusal.
    public let code: Code
    /// One sentence that says why. It holds no personal data.
    public let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    public var description: String { "\(code.rawValue): \(reason)" }
}
