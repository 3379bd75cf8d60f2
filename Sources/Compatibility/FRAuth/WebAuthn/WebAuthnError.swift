public import FRCore
import Foundation
import JourneyMessages
import Passkeys

/// The failure to make or use a key ("Error handling").
public enum WebAuthnError: FRError {
    /// The server's request makes no sense.
    case badData
    /// It may not be asked from here.
    case badOperation
    /// The device has a key for the account already.
    case invalidState
    /// A requirement can't be met on this device.
    case constraint
    /// The user turned away.
    case cancelled
    case timeout
    /// The user wasn't recognised, or there is no key that would do.
    case notAllowed
    case unsupported
    case unknown

    init(_ error: PasskeyError) {
        self =
            switch error.code {
            case .cancelled: .cancelled
            case .notAllowed, .noPasskey: .notAllowed
            case .known: .invalidState
            case .constraint: .constraint
            case .unsupported: .unsupported
            case .origin: .badOperation
            case .timeout: .timeout
            case .malformed: .badData
            default: .unknown
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
