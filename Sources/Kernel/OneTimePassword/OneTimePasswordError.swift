public import Primitives

/// The failure to make a one-time password, or to read a URI or suite.
public struct OneTimePasswordError: CodedError, CustomStringConvertible {
    /// The kind of refusal.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        public let description: String

        /// Not what it should be: an unknown member, a value of the wrong form.
        public static let malformed = Code(description: "malformed")
        /// Well formed, but nothing that this module has.
        public static let unsupported = Code(description: "unsupported")
        /// Something that is needed isn't there.
        public static let missing = Code(description: "missing")
        /// A number or a length outside its range.
        public static let outOfRange = Code(description: "outOfRange")
    }

    /// The kind of refusal, by which a caller tells errors apart.
    public let code: Code
    /// One sentence: what, and what it may be. It holds no secret.
    public let reason: String

    /// Makes an error of its members, which are taken unchecked.
    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    public var description: String { "\(code): \(reason)" }
}
