import DeviceFoundation
public import DeviceMessages
import PingIDMessages
public import Primitives

/// The failure of a call of a ``PingIDDevice``.
public struct PingIDError: CodedError, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        public let description: String
        /// The documented SDK's number for it (`PIDError` in the documentation of the PingID SDK).
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
    /// Whether no server was reached.
    public var isOffline: Bool { code == .noConnection || code == .unreachable }
}

extension PingIDError.Code {
    private static func code(_ description: String, _ number: Int) -> Self { Self(description: description, documentedNumber: number) }

    /// Something failed that has no code of its own: the request made no sense to the server.
    public static let failed = code("failed", -10_000)
    /// The data that the device keeps can't be read or written, or are of a newer version.
    public static let storage = code("storage", -10_000)
    /// A key of this device can't be used.
    public static let key = code("key", -10_000)
    /// The device must be unlocked first.
    public static let locked = code("locked", -10_000)
    /// There is no pairing under way, or it can't continue.
    public static let pairing = code("pairing", -10_001)
    /// The application is switched off.
    public static let applicationDisabled = code("applicationDisabled", -10_002)
    /// The server knows no application of this id, or not for this app.
    public static let application = code("application", -10_003)
    /// A push did not arrive in time, or came too late.
    public static let pushTimeout = code("pushTimeout", -10_004)
    /// There is no connection to the network.
    public static let noConnection = code("noConnection", -10_005)
    /// A message isn't signed by the server, or the server doesn't take this device's signature.
    public static let signature = code("signature", -10_006)
    /// A public key is missing, or serves no purpose here.
    public static let publicKey = code("publicKey", -10_007)
    /// The device lacks a right that the server asks for, such as active root detection.
    public static let permission = code("permission", -10_008)
    /// The server can't be reached.
    public static let unreachable = code("unreachable", -10_009)
    /// The server's answer makes no sense.
    public static let serverResponse = code("serverResponse", -10_010)
    /// The server is at fault.
    public static let server = code("server", -10_011)
    /// The server's payload isn't for this device, was spent, or has expired.
    public static let serverPayload = code("serverPayload", -10_012)
    /// A selection has neither an action nor a trust level, or lacks the user.
    public static let selectionMissing = code("selectionMissing", -10_013)
    /// The app supports pushes only, and no address for them was set.
    public static let pushAddressMissing = code("pushAddressMissing", -10_014)
    /// The authentication token is wrong or has expired.
    public static let token = code("token", -10_015)
    /// The authentication token is another application's.
    public static let tokenApplication = code("tokenApplication", -10_016)
    /// The authentication token is another account's.
    public static let tokenAccount = code("tokenAccount", -10_017)
    /// The user is suspended.
    public static let userSuspended = code("userSuspended", -10_018)
    /// The user isn't one of this device's.
    public static let userNotPaired = code("userNotPaired", -10_019)
    /// The authentication token was claimed by another device, or is over.
    public static let tokenUsed = code("tokenUsed", -10_020)
    /// The device is rooted.
    public static let rooted = code("rooted", -10_021)
    /// The app's id is missing.
    public static let applicationMissing = code("applicationMissing", -10_022)

    private static let all = [
        failed, pairing, applicationDisabled, application, pushTimeout, noConnection, signature, publicKey, permission, unreachable,
        serverResponse, server, serverPayload, selectionMissing, pushAddressMissing, token, tokenApplication, tokenAccount, userSuspended,
        userNotPaired, tokenUsed, rooted, applicationMissing,
    ]

    fileprivate init(_ number: Int) { self = Self.all.first { $0.documentedNumber == number } ?? .serverResponse }
}

extension PingIDError {
    /// Makes the error that a message of this device, refused before it was sent, means.
    package static func of(_ refusal: DeviceError) -> Self { Self(refusal) }

    /// Makes the error that a refusal of the server means.
    init(_ refusal: DeviceError) {
        self.init(Code(refusal.pingIDNumber), refusal.message, refusal: refusal, underlying: refusal)
    }

    init(_ error: TransportError) {
        let code: Code = error.code == .cannotConnect ? .noConnection : .unreachable
        self.init(code, "the server can't be reached: \(error.reason)", underlying: error)
    }
    init(_ error: StoreError) { self.init(error.code == .locked ? .locked : .storage, error.reason, underlying: error) }
    init(_ error: KeyError) { self.init(error.code == .locked ? .locked : .key, error.reason, underlying: error) }
}

/// Says an error of the store as one of this module.
func translating<Result>(storage body: @autoclosure () async throws(StoreError) -> Result) async throws(PingIDError) -> Result {
    do { return try await body() } catch { throw PingIDError(error) }
}

/// Says an error of the key store as one of this module.
func translating<Result>(key body: @autoclosure () async throws(KeyError) -> Result) async throws(PingIDError) -> Result {
    do { return try await body() } catch { throw PingIDError(error) }
}

/// Says an error of messages that this device makes as one of this module.
func translating<Result>(message body: @autoclosure () throws(DeviceError) -> Result) throws(PingIDError) -> Result {
    do { return try body() } catch { throw PingIDError(error) }
}

/// Reads a part of the server's answer.
func reading<Result>(_ body: @autoclosure () throws(DeviceError) -> Result) throws(PingIDError) -> Result {
    do { return try body() } catch { throw PingIDError(.serverResponse, "the server's answer: \(error.message)", underlying: error) }
}
