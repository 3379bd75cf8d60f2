public import Primitives

/// The refusal of what is no machine readable zone, or of values that a zone can't hold.
public struct ZoneError: CodedError, CustomStringConvertible {
    /// The kind of refusal.
    public enum Code: String, Sendable, Hashable {
        /// Not the lines of a format.
        case notAZone
        /// A character that isn't of the alphabet, or a cell without a candidate.
        case unreadableCell
        /// A first letter of no format with these lines.
        case unknownFormat
        /// A national form that isn't Doc 9303's.
        case nationalVariant
        /// A value that the field can't hold.
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
