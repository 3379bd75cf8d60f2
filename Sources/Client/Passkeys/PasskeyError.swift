import DeviceFoundation
public import Primitives
import WebAuthn

/// The failure to make or use a passkey.
public struct PasskeyError: CodedError, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        public let description: String

        /// The user turned away.
        public static let cancelled = Code(description: "cancelled")
        /// The user wasn't recognised, or it may not be said why not.
        public static let notAllowed = Code(description: "notAllowed")
        /// There is no passkey here that would do.
        public static let noPasskey = Code(description: "noPasskey")
        /// This device has a passkey for the account already.
        public static let known = Code(description: "known")
        /// A requirement can't be met here: no user can be verified.
        public static let constraint = Code(description: "constraint")
        /// None of the algorithms or kinds of authenticators asked for is here.
        public static let unsupported = Code(description: "unsupported")
        /// The origin may not ask for this relying party.
        public static let origin = Code(description: "origin")
        /// It took longer than the relying party waits.
        public static let timeout = Code(description: "timeout")
        /// The options make no sense.
        public static let malformed = Code(description: "malformed")
        /// The server can't be reached, or refuses.
        public static let server = Code(description: "server")
        /// The data that the device keeps can't be read or written, or its key doesn't sign.
        public static let storage = Code(description: "storage")
    }

    /// The kind of failure.
    public let code: Code
    /// The explanation, in one sentence without secrets.
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

    /// The browser's name for it: the name of a `DOMException` (`docs/protocols/step-protocol.md` 7.5).
    public var exceptionName: String {
        switch code {
        case .known: "InvalidStateError"
        case .constraint: "ConstraintError"
        case .unsupported: "NotSupportedError"
        case .origin: "SecurityError"
        case .timeout: "TimeoutError"
        case .malformed: "DataError"
        case .server: "NetworkError"
        case .storage: "UnknownError"
        default: "NotAllowedError"
        }
    }
}

extension PasskeyError {
    init(_ error: StoreError) { self.init(.storage, error.reason, underlying: error) }
    init(_ error: KeyError) { self.init(.storage, error.reason, underlying: error) }
    init(_ error: WebAuthnError) { self.init(.malformed, error.reason, underlying: error) }
    init(_ error: UserVerificationError) {
        self.init(error.code == .unavailable ? .constraint : .notAllowed, error.reason, underlying: error)
    }
}
