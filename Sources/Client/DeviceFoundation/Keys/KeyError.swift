public import Primitives

/// The failure to make or use a key.
public struct KeyError: CodedError, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        public let description: String

        /// There is no key of that name.
        public static let absent = Code(description: "absent")
        /// There is a key of that name already.
        public static let exists = Code(description: "exists")
        /// The key is for another use.
        public static let wrongUse = Code(description: "wrongUse")
        /// The store doesn't enforce the access that is wanted.
        public static let unsupported = Code(description: "unsupported")
        /// The user was asked, and not recognised.
        public static let unverified = Code(description: "unverified")
        /// The user was asked, and turned away.
        public static let cancelled = Code(description: "cancelled")
        /// The device must be unlocked first.
        public static let locked = Code(description: "locked")
        /// The other party's key is no point of the curve.
        public static let invalidPoint = Code(description: "invalidPoint")
        /// The record is no key, or one that this device can't use any more: it was erased and restored from its backup, say.
        public static let unusable = Code(description: "unusable")
        /// The store beneath could not be read or written.
        public static let store = Code(description: "store")
        /// The hardware refused.
        public static let refused = Code(description: "refused")
    }

    /// The kind of failure.
    public let code: Code
    /// An explanation that names the key.
    public let reason: String
    /// The error beneath this one, when there is one.
    public let underlying: (any Error)?

    /// Makes an error.
    public init(_ code: Code, _ reason: String, underlying: (any Error)? = nil) {
        self.code = code
        self.reason = reason
        self.underlying = underlying
    }

    public var description: String { reason }
}

extension KeyError {
    init(_ error: StoreError) { self.init(error.code == .locked ? .locked : .store, error.reason, underlying: error) }
}
