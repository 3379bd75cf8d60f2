public import FRCore
import Foundation
import JourneyMessages
import Passkeys
import Primitives

/// The failure to make or use a key ("Error handling"), with the error of the system or of this SDK's authenticator beneath it, and its text.
public enum WebAuthnError: FRError {
    /// The server's request makes no sense.
    case badData(platformError: (any Error)? = nil, message: String? = nil)
    /// It may not be asked from here.
    case badOperation(platformError: (any Error)? = nil, message: String? = nil)
    /// The device has a key for the account already.
    case invalidState(platformError: (any Error)? = nil, message: String? = nil)
    /// A requirement can't be met on this device.
    case constraint(platformError: (any Error)? = nil, message: String? = nil)
    /// The user turned away.
    case cancelled(platformError: (any Error)? = nil, message: String? = nil)
    /// It took longer than the server waits.
    case timeout(platformError: (any Error)? = nil, message: String? = nil)
    /// The user wasn't recognised, or there is no key that would do.
    case notAllowed(platformError: (any Error)? = nil, message: String? = nil)
    /// The device has none of the algorithms or kinds of authenticators that are asked for.
    case unsupported(platformError: (any Error)? = nil, message: String? = nil)
    /// It failed for another reason.
    case unknown(platformError: (any Error)? = nil, message: String? = nil)

    init(_ error: PasskeyError) {
        let documented: (_ platformError: (any Error)?, _ message: String?) -> WebAuthnError =
            switch error.code {
            case .cancelled: WebAuthnError.cancelled
            case .notAllowed, .noPasskey: WebAuthnError.notAllowed
            case .known: WebAuthnError.invalidState
            case .constraint: WebAuthnError.constraint
            case .unsupported: WebAuthnError.unsupported
            case .origin: WebAuthnError.badOperation
            case .timeout: WebAuthnError.timeout
            case .malformed: WebAuthnError.badData
            default: WebAuthnError.unknown
            }
        self = documented(error.underlying, error.reason)
    }

    /// Returns the error beneath; nil when there is none.
    public func platformError() -> (any Error)? { parts.platformError }

    /// Returns the explanation for a developer; nil when there is none.
    public func message() -> String? { parts.message }

    private var parts: (platformError: (any Error)?, message: String?) {
        switch self {
        case .badData(let error, let message),
            .badOperation(let error, let message),
            .invalidState(let error, let message),
            .constraint(let error, let message),
            .cancelled(let error, let message),
            .timeout(let error, let message),
            .notAllowed(let error, let message),
            .unsupported(let error, let message),
            .unknown(let error, let message):
            (error, message)
        }
    }

    /// Returns the text that goes into the hidden value (`docs/protocols/step-protocol.md` 7.5): the outcome *Unsupported* or *Client
    /// error* of the node.
    public func convertToWebAuthnOutcome() -> String { outcome.text }

    private var outcome: WebAuthnOutcome {
        switch self {
        case .unsupported: .unsupported
        case .badData: .failed(name: "DataError", message: "the request makes no sense")
        case .badOperation: .failed(name: "SecurityError", message: "the request may not be made from here")
        case .invalidState: .failed(name: "InvalidStateError", message: "the device has a key already")
        case .constraint: .failed(name: "ConstraintError", message: "the device can't do what is required")
        case .cancelled: .failed(name: "NotAllowedError", message: "the user turned away")
        case .timeout: .failed(name: "TimeoutError", message: "it took too long")
        case .notAllowed: .failed(name: "NotAllowedError", message: "it is not allowed")
        case .unknown: .failed(name: "UnknownError", message: "it failed")
        }
    }
}

extension WebAuthnError {
    /// The domain of these errors as `NSError`s, `com.forgerock.ios.frauth.webauthn`.
    public static var errorDomain: String { "com.forgerock.ios.frauth.webauthn" }

    /// The documented number of the error, its code as an `NSError`.
    public var code: Int {
        switch self {
        case .badData: 1_600_001
        case .badOperation: 1_600_002
        case .invalidState: 1_600_003
        case .constraint: 1_600_004
        case .cancelled: 1_600_005
        case .timeout: 1_600_006
        case .notAllowed: 1_600_007
        case .unsupported: 1_600_008
        case .unknown: 1_600_099
        }
    }

    public var errorDescription: String? {
        switch self {
        case .badData: "What the server asks for makes no sense"
        case .badOperation: "The request may not be made from here"
        case .invalidState: "This device has a key for the account already"
        case .constraint: "This device can't do what is required"
        case .cancelled: "It was cancelled"
        case .timeout: "It took too long"
        case .notAllowed: "It is not allowed, or there is no key that would do"
        case .unsupported: "This device doesn't support it"
        case .unknown: "It failed for an unknown reason"
        }
    }
}

extension WebAuthnError: Equatable {
    /// Whether both are of the same case.
    public static func == (one: WebAuthnError, other: WebAuthnError) -> Bool { one.code == other.code }
}
