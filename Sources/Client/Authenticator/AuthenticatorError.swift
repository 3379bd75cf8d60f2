import AuthenticatorMessages
import DeviceFoundation
import OneTimePassword
public import Primitives

/// The failure of a call of an ``Authenticator``.
public struct AuthenticatorError: CodedError, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        public let description: String

        /// The data that the device keeps can't be read or written, or are of a newer version.
        public static let storage = Code(description: "storage")
        /// The text is no account: not one of the three URIs, or with something in it that makes none.
        public static let uri = Code(description: "uri")
        /// The account has such a mechanism already.
        public static let duplicate = Code(description: "duplicate")
        /// The device isn't what the account's issuer asks for.
        public static let policy = Code(description: "policy")
        /// The account is locked.
        public static let locked = Code(description: "locked")
        /// There is no such account, mechanism or notification.
        public static let unknown = Code(description: "unknown")
        /// It isn't known where pushes for this device go.
        public static let pushDeviceMissing = Code(description: "pushDeviceMissing")
        /// The push isn't of an account of this device, or isn't one.
        public static let unrecognizedPush = Code(description: "unrecognizedPush")
        /// It was too late.
        public static let expired = Code(description: "expired")
        /// It was approved or denied before.
        public static let answered = Code(description: "answered")
        /// The push asks for a number, and none of its numbers was given.
        public static let number = Code(description: "number")
        /// The user was not verified.
        public static let userVerification = Code(description: "userVerification")
        /// The server can't be reached.
        public static let connectivity = Code(description: "connectivity")
        /// The server refused. It doesn't say why.
        public static let refused = Code(description: "refused")
        /// It is no backup, was changed, or is of a newer version.
        public static let backup = Code(description: "backup")
        /// The passphrase isn't the one that the backup was made with.
        public static let passphrase = Code(description: "passphrase")
    }

    /// The kind of failure.
    public let code: Code
    /// The explanation, in one sentence without secrets.
    public let reason: String
    /// The subject: for `.duplicate` the mechanism that is there, for `.policy` and `.locked` the policy.
    public let subject: String?
    /// The error beneath this one, when there is one.
    public let underlying: (any Error)?

    /// Makes an error.
    public init(_ code: Code, _ reason: String, subject: String? = nil, underlying: (any Error)? = nil) {
        self.code = code
        self.reason = reason
        self.subject = subject
        self.underlying = underlying
    }

    public var description: String { reason }
    /// Whether the same call may succeed later without anything else being done.
    public var isTemporary: Bool { code == .connectivity }
}

extension AuthenticatorError {
    init(_ error: StoreError) { self.init(.storage, error.reason, underlying: error) }
    init(_ error: TransportError) { self.init(.connectivity, "the server can't be reached: \(error.reason)", underlying: error) }
    init(_ error: OneTimePasswordError) { self.init(.uri, error.reason, underlying: error) }
}
