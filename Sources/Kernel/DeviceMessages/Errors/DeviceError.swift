public import Foundation
public import Primitives

/// The server's refusal of what a device asked: the error body of the device protocol.
public struct DeviceError: CodedError, CustomStringConvertible {
    /// The kind of refusal; a text on the wire. Codes that aren't known are kept.
    public struct Code: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public var description: String { rawValue }
    }

    /// The kind of refusal, by which a caller tells errors apart.
    public let code: Code
    /// One sentence, for developers. It holds no secret.
    public let message: String
    /// Further facts, such as the server's time.
    public let details: JSONObject

    /// Makes a device error of its members, which are taken unchecked. By default `details` is empty.
    public init(_ code: Code, _ message: String, details: JSONObject = JSONObject()) {
        self.code = code
        self.message = message
        self.details = details
    }

    public var description: String { "\(code): \(message)" }

    /// The server's time where it refuses by ``Code/clockSkew``, to the second; nil for other refusals, and for a time before 1970 or after the
    /// year 9999.
    public var serverTime: Date? { code == .clockSkew ? try? Members(.object(details), of: "the details").time("serverTime") : nil }
}

extension DeviceError.Code {
    /// The request isn't what the protocol says: not JSON, a member missing or of the wrong type.
    public static let malformed = Self(rawValue: "malformed")
    /// The proof isn't one of this device's for this request.
    public static let invalidProof = Self(rawValue: "invalid_proof")
    /// The device's clock is too far off; `details.serverTime` says the time, in seconds since 1970.
    public static let clockSkew = Self(rawValue: "clock_skew")
    /// A nonce, payload or log that was sent before.
    public static let replayed = Self(rawValue: "replayed")
    /// No pairing key or ticket of this text is good: unknown, spent or expired, which is not told apart.
    public static let pairingKey = Self(rawValue: "pairing_key")
    /// The pairing key is for other applications.
    public static let application = Self(rawValue: "application")
    /// The device isn't paired, or not any more.
    public static let notPaired = Self(rawValue: "not_paired")
    /// The challenge is over.
    public static let expired = Self(rawValue: "expired")
    /// The challenge was decided otherwise.
    public static let alreadyDecided = Self(rawValue: "already_decided")
    /// The challenge was taken back.
    public static let cancelled = Self(rawValue: "cancelled")
    /// No authentication code of this text is good.
    public static let authenticationCode = Self(rawValue: "authentication_code")
    /// The policy doesn't allow this: integrity, a number that must be given.
    public static let policy = Self(rawValue: "policy")
    /// The number isn't the one shown; a fresh push follows, unless there were too many.
    public static let wrongNumber = Self(rawValue: "wrong_number")
    /// Challenge, pairing and installation don't belong together.
    public static let deviceMismatch = Self(rawValue: "device_mismatch")
    /// The installation was changed meanwhile; read it again.
    public static let conflict = Self(rawValue: "conflict")
    /// Too many attempts; try later.
    public static let rateLimited = Self(rawValue: "rate_limited")
    /// The old installation can't be moved.
    public static let migration = Self(rawValue: "migration")
    /// There is nothing of this id; of what isn't the caller's, no more is told.
    public static let notFound = Self(rawValue: "not_found")
    /// No stamps, too few, or ones that aren't good (`docs/protocols/claims.md` 6).
    public static let stamps = Self(rawValue: "stamps")
    /// There is no more room: in the recipient's mailbox, in the realm, or for the caller's own things.
    public static let full = Self(rawValue: "full")
    /// The server is at fault.
    public static let server = Self(rawValue: "server_error")
}

// MARK: - Wire

extension DeviceError {
    /// The body.
    public var json: JSONValue {
        var object: JSONObject = ["code": .string(code.rawValue), "message": .string(message)]
        if !details.isEmpty { object["details"] = .object(details) }
        return .object(object)
    }

    /// Reads ``json``; nil for another server's body.
    public init?(json: JSONValue) {
        guard let code = json["code"]?.string, let message = json["message"]?.string else { return nil }
        self.init(Code(rawValue: code), message, details: json["details"]?.object ?? JSONObject())
    }

    /// The status that goes with a code (RFC 9110 §15).
    public var status: Int {
        switch code {
        case .malformed, .clockSkew: 400
        case .invalidProof: 401
        case .stamps: 402
        case .application, .policy, .wrongNumber, .deviceMismatch: 403
        case .pairingKey, .authenticationCode, .migration, .notFound: 404
        case .alreadyDecided, .conflict, .replayed: 409
        case .notPaired, .expired, .cancelled: 410
        case .rateLimited: 429
        case .server: 500
        case .full: 507
        default: 400
        }
    }

    /// The documented SDK's number for a code (`docs/protocols/platform.md` 13.5): what an app is told.
    public var documentedNumber: Int { Self.documentedNumbers[code] ?? 10_003 }

    private static let documentedNumbers: [Code: Int] = [
        .pairingKey: 10_005, .application: 10_006, .notPaired: 10_008, .expired: 10_009, .authenticationCode: 10_011, .policy: 10_012,
        .wrongNumber: 10_012,
        .migration: 10_015, .invalidProof: 10_017, .cancelled: 10_020, .alreadyDecided: 10_020, .deviceMismatch: 10_023,
        .malformed: 10_000,
    ]
}
