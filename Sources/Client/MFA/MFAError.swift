import DeviceFoundation
public import DeviceMessages
public import Primitives

/// The failure of a call of an ``MFADevice``.
public struct MFAError: CodedError, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        public let description: String
        /// The documented SDK's number for it (`docs/protocols/platform.md` 13.5).
        public let documentedNumber: Int
    }

    /// The kind of failure.
    public let code: Code
    /// The explanation, in one sentence without secrets.
    public let reason: String
    /// The server's refusal, when it was one.
    public let refusal: DeviceError?
    /// The error beneath this one, when there is one.
    public let underlying: (any Error)?

    /// Makes an error.
    public init(_ code: Code, _ reason: String, refusal: DeviceError? = nil, underlying: (any Error)? = nil) {
        self.code = code
        self.reason = reason
        self.refusal = refusal
        self.underlying = underlying
    }

    public var description: String { reason }
    /// The documented SDK's number.
    public var documentedNumber: Int { code.documentedNumber }
    /// Whether the same call may succeed later without anything else being done.
    public var isTemporary: Bool { [.connectivity, .server, .rateLimited, .locked].contains(code) }
}

extension MFAError.Code {
    private static func code(_ description: String, _ number: Int) -> Self { Self(description: description, documentedNumber: number) }

    /// The data that the device keeps can't be read or written, or are of a newer version.
    public static let storage = code("storage", 10_000)
    /// A key can't be used.
    public static let key = code("key", 10_000)
    /// The device must be unlocked first.
    public static let locked = code("locked", 10_000)
    /// Something was asked that makes no sense, or the server found so.
    public static let malformed = code("malformed", 10_000)
    /// No address for pushes was set.
    public static let pushAddressMissing = code("pushAddressMissing", 10_001)
    /// The push isn't from a server that this device is paired with, or not for this device.
    public static let unrecognizedPush = code("unrecognizedPush", 10_002)
    /// The server is at fault, or its answer makes no sense.
    public static let server = code("server", 10_003)
    /// Too many attempts; try later.
    public static let rateLimited = code("rateLimited", 10_003)
    /// The server can't be reached.
    public static let connectivity = code("connectivity", 10_004)
    /// The pairing key is wrong, spent or expired.
    public static let pairingKey = code("pairingKey", 10_005)
    /// The pairing key is for another app.
    public static let application = code("application", 10_006)
    /// The pairing key is of another server than the app may talk to, or is paired with.
    public static let otherServer = code("otherServer", 10_007)
    /// The device isn't paired, or not any more.
    public static let notPaired = code("notPaired", 10_008)
    /// It was too late.
    public static let expired = code("expired", 10_009)
    /// There are no passcodes.
    public static let passcode = code("passcode", 10_010)
    /// The authentication code is wrong, or was used.
    public static let authenticationCode = code("authenticationCode", 10_011)
    /// The policy doesn't allow it: a number must be given, integrity.
    public static let policy = code("policy", 10_012)
    /// The number isn't the one that is shown; a fresh request may follow.
    public static let wrongNumber = code("wrongNumber", 10_012)
    /// The user was not verified.
    public static let userVerification = code("userVerification", 10_012)
    /// Pairing is under way.
    public static let pairingRunning = code("pairingRunning", 10_013)
    /// Migration is under way.
    public static let migrationRunning = code("migrationRunning", 10_014)
    /// There is nothing to migrate.
    public static let migrationNotNeeded = code("migrationNotNeeded", 10_015)
    /// A test push is under way.
    public static let testRunning = code("testRunning", 10_016)
    /// Proof or token are not believed: by the server, or by this device.
    public static let untrusted = code("untrusted", 10_017)
    /// The configuration lacks something.
    public static let configuration = code("configuration", 10_018)
    /// The request was taken back, or decided otherwise.
    public static let cancelled = code("cancelled", 10_020)
    /// Unpairing is under way.
    public static let unpairingRunning = code("unpairingRunning", 10_021)
    /// Request, pairing and device don't belong together.
    public static let deviceMismatch = code("deviceMismatch", 10_023)
}

extension MFAError {
    /// Makes the error that a refusal of the server means.
    init(_ refusal: DeviceError) {
        self.init(Self.codes[refusal.code] ?? .server, refusal.message, refusal: refusal, underlying: refusal)
    }

    private static let codes: [DeviceError.Code: Code] = [
        .malformed: .malformed, .invalidProof: .untrusted, .clockSkew: .untrusted, .pairingKey: .pairingKey, .application: .application,
        .notPaired: .notPaired, .expired: .expired, .alreadyDecided: .cancelled, .cancelled: .cancelled,
        .authenticationCode: .authenticationCode, .policy: .policy, .wrongNumber: .wrongNumber, .deviceMismatch: .deviceMismatch,
        .rateLimited: .rateLimited, .migration: .migrationNotNeeded,
    ]

    init(_ error: TransportError) { self.init(.connectivity, "the server can't be reached: \(error.reason)", underlying: error) }
    init(_ error: StoreError) { self.init(error.code == .locked ? .locked : .storage, error.reason, underlying: error) }
    init(_ error: KeyError) { self.init(error.code == .locked ? .locked : .key, error.reason, underlying: error) }
}

/// Says an error of the store as one of this module.
func translating<Result>(storage body: @autoclosure () async throws(StoreError) -> Result) async throws(MFAError) -> Result {
    do { return try await body() } catch { throw MFAError(error) }
}

/// Says an error of the key store as one of this module.
func translating<Result>(key body: @autoclosure () async throws(KeyError) -> Result) async throws(MFAError) -> Result {
    do { return try await body() } catch { throw MFAError(error) }
}

/// Says an error of messages as one of this module.
func translating<Result>(message body: @autoclosure () throws(DeviceError) -> Result) throws(MFAError) -> Result {
    do { return try body() } catch { throw MFAError(error) }
}
