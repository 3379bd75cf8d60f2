import DeviceFoundation
public import Primitives

/// The failure to bind a device, or to sign.
public struct DeviceBindingError: CodedError, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        public let description: String

        /// The user took longer than the server gives.
        public static let timeout = Code(description: "timeout")
        /// The user turned away, or something unforeseen went wrong.
        public static let abort = Code(description: "abort")
        /// The device has nothing of the kind that the server asks for.
        public static let unsupported = Code(description: "unsupported")
        /// No key on this device is bound to the user.
        public static let unregistered = Code(description: "unregistered")
        /// The user didn't pass what guards the key: another face, a wrong PIN.
        public static let unauthorized = Code(description: "unauthorized")
        /// A claim of the app's own has the name of one of the protocol's.
        public static let invalidClaims = Code(description: "invalidClaims")
        /// The server didn't delete a key.
        public static let server = Code(description: "server")
        /// The store could not be read or written.
        public static let storage = Code(description: "storage")
    }

    /// The kind of failure.
    public let code: Code
    /// The explanation for a developer. It holds no secret.
    public let reason: String
    /// The error beneath.
    public let underlying: (any Error)?

    /// Makes an error.
    public init(_ code: Code, _ reason: String, underlying: (any Error)? = nil) {
        self.code = code
        self.reason = reason
        self.underlying = underlying
    }

    public var description: String { reason }

    /// The word by which the server knows it: an outcome of its node ("Error handling" of the documentation).
    public var clientError: String {
        switch code {
        case .timeout: "Timeout"
        case .unsupported, .unauthorized: "Unsupported"
        case .unregistered: "ClientNotRegistered"
        default: "Abort"
        }
    }
}

extension DeviceBindingError {
    init(_ error: StoreError) { self.init(.storage, error.reason, underlying: error) }

    init(_ error: KeyError) {
        let code: Code =
            switch error.code {
            case .absent, .unusable: .unregistered
            case .locked, .unverified: .unauthorized
            case .cancelled: .abort
            case .refused, .unsupported: .unsupported
            default: .storage
            }
        self.init(code, error.reason, underlying: error)
    }

    init(_ error: UserVerificationError) {
        let code: Code =
            switch error.code {
            case .refused: .unauthorized
            case .cancelled: .abort
            case .unavailable: .unsupported
            }
        self.init(code, error.reason, underlying: error)
    }
}
