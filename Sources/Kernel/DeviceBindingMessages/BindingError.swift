public import Primitives

/// The refusal of what a bound key is said to have signed.
public struct BindingError: CodedError, CustomStringConvertible {
    /// The kind of refusal.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The code's name.
        public let description: String

        /// Not what it should be: a part or claim missing, a value of the wrong form.
        public static let malformed = Code(description: "malformed")
        /// Longer than is read.
        public static let tooLarge = Code(description: "tooLarge")
        /// The key that it brings along isn't public, not for its algorithm, or named otherwise.
        public static let unusableKey = Code(description: "unusableKey")
        /// The signature isn't the key's.
        public static let invalidSignature = Code(description: "invalidSignature")
        /// `iss` is an app that may not sign.
        public static let wrongApplication = Code(description: "wrongApplication")
        /// `sub` is another user.
        public static let wrongSubject = Code(description: "wrongSubject")
        /// The challenge is another.
        public static let wrongChallenge = Code(description: "wrongChallenge")
        /// `exp` has passed.
        public static let expired = Code(description: "expired")
        /// `iat` or `nbf` lies in the future.
        public static let notYetValid = Code(description: "notYetValid")
        /// `exp` lies too far ahead.
        public static let tooLong = Code(description: "tooLong")
        /// A claim of the app's own has the name of one of the protocol's.
        public static let reservedClaim = Code(description: "reservedClaim")
    }

    /// The kind of refusal; two errors are equal when their codes are.
    public let code: Code
    /// The refusal and its reason, in one sentence. It holds no secret.
    public let reason: String

    /// An error with a code and a reason.
    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// Code and reason.
    public var description: String { "\(code): \(reason)" }
}
