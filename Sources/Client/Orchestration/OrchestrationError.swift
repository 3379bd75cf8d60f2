public import CommandChannel
import DeviceFoundation
public import Primitives

/// The failure of a flow of an ``OrchestrationDevice``.
public struct OrchestrationError: CodedError, CustomStringConvertible {
    /// The kind of failure, with the number that apps know it by. Two of the numbers, -8000 and -8006, are the documented SDK's.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        public let description: String
        /// The number.
        public let number: Int
    }

    /// The kind of failure.
    public let code: Code
    /// The explanation, in one sentence without secrets.
    public let reason: String
    /// The server's refusal, when it was one.
    public let refusal: ServerRefusal?
    /// The error beneath this one, when there is one.
    public let underlying: (any Error)?

    /// Makes an error.
    public init(_ code: Code, _ reason: String, refusal: ServerRefusal? = nil, underlying: (any Error)? = nil) {
        self.code = code
        self.reason = reason
        self.refusal = refusal
        self.underlying = underlying
    }

    public var description: String { reason }
}

extension OrchestrationError.Code {
    private static func code(_ description: String, _ number: Int) -> Self { Self(description: description, number: number) }

    /// A failure without a code of its own.
    public static let unknown = code("unknown", -8000)
    /// The command is empty.
    public static let commandEmpty = code("commandEmpty", -8001)
    /// The command can't be read, or isn't one that is waited for.
    public static let command = code("command", -8002)
    /// The activation failed.
    public static let activation = code("activation", -8003)
    /// The registration for notifications failed.
    public static let notificationRegistration = code("notificationRegistration", -8004)
    /// The remote authentication failed.
    public static let remoteAuthentication = code("remoteAuthentication", -8005)
    /// The remote transaction failed.
    public static let remoteTransaction = code("remoteTransaction", -8006)
    /// The local authentication failed.
    public static let localAuthentication = code("localAuthentication", -8007)
    /// The local transaction failed.
    public static let localTransaction = code("localTransaction", -8008)
    /// The change of the PIN failed.
    public static let passwordChange = code("passwordChange", -8009)
    /// The device's records can't be read or written.
    public static let storage = code("storage", -8010)
    /// The device is rooted.
    public static let rooted = code("rooted", -8011)
    /// The device's data can't be collected.
    public static let deviceData = code("deviceData", -8012)
    /// A key of the device can't be used.
    public static let key = code("key", -8013)
    /// Another flow of this user is under way.
    public static let busy = code("busy", -8014)
    /// The command was taken already.
    public static let replayed = code("replayed", -8015)
    /// The command's time is over.
    public static let expired = code("expired", -8016)
    /// The user's identifier is empty.
    public static let userEmpty = code("userEmpty", -8020)
    /// The user's identifier has characters that aren't allowed, or is too long.
    public static let userFormat = code("userFormat", -8021)
    /// The user isn't activated on this device.
    public static let userNotActivated = code("userNotActivated", -8022)
    /// The user is activated on this device already.
    public static let userActivated = code("userActivated", -8023)
    /// The activation password is empty.
    public static let activationPasswordEmpty = code("activationPasswordEmpty", -8030)
    /// The activation password has another length.
    public static let activationPasswordLength = code("activationPasswordLength", -8031)
    /// The activation password is mistyped.
    public static let activationPasswordChecksum = code("activationPasswordChecksum", -8032)
    /// The activation password isn't the server's.
    public static let activationPasswordWrong = code("activationPasswordWrong", -8033)
    /// The PIN is wrong, as the server says.
    public static let passwordWrong = code("passwordWrong", -8040)
    /// The authenticator is locked.
    public static let passwordLocked = code("passwordLocked", -8041)
    /// The PIN is too short.
    public static let passwordShort = code("passwordShort", -8042)
    /// The PIN is too long.
    public static let passwordLong = code("passwordLong", -8043)
    /// The PIN is one that is guessed first.
    public static let passwordWeak = code("passwordWeak", -8044)
    /// Both entries of a new PIN differ.
    public static let passwordMismatch = code("passwordMismatch", -8045)
    /// The new PIN is the old one.
    public static let passwordUnchanged = code("passwordUnchanged", -8046)
    /// The PIN has characters that aren't digits.
    public static let passwordFormat = code("passwordFormat", -8047)
    /// The application needs a challenge, and there is none.
    public static let challengeMissing = code("challengeMissing", -8050)
    /// The challenge has another form.
    public static let challengeFormat = code("challengeFormat", -8051)
    /// There is no application of this index for this use.
    public static let application = code("application", -8052)
    /// There are no data fields, or too many.
    public static let dataFieldCount = code("dataFieldCount", -8053)
    /// A data field is too long.
    public static let dataFieldLength = code("dataFieldLength", -8054)
    /// The user's fingerprint or face wasn't recognised.
    public static let biometricRefused = code("biometricRefused", -8060)
    /// The device has no means to recognise the user.
    public static let biometricUnavailable = code("biometricUnavailable", -8061)
    /// The user turned away.
    public static let aborted = code("aborted", -8070)
}

extension OrchestrationError {
    init(_ error: StoreError) { self.init(.storage, error.reason, underlying: error) }
    init(_ error: KeyError) { self.init(.key, error.reason, underlying: error) }

    /// The error that the failure of a command means, in a flow.
    init(_ error: CommandError, in flow: Code) {
        let code: Code =
            switch error.code {
            case .malformed, .tooLarge, .unreadable, .order: .command
            case .replayed: .replayed
            case .expired: .expired
            case .locked: .passwordLocked
            default: flow
            }
        self.init(code, error.reason, underlying: error)
    }

    init(_ fault: PINPolicy.Fault) {
        switch fault {
        case .tooShort: self.init(.passwordShort, "the PIN is too short")
        case .tooLong: self.init(.passwordLong, "the PIN is too long")
        case .notDigits: self.init(.passwordFormat, "the PIN has characters that aren't digits")
        case .weak: self.init(.passwordWeak, "the PIN is too simple")
        }
    }
}

/// Says an error of the store as one of this module.
func translating<Result>(
    isolation: isolated (any Actor)? = #isolation, storage body: @autoclosure () async throws(StoreError) -> Result
) async throws(OrchestrationError) -> Result {
    do { return try await body() } catch { throw OrchestrationError(error) }
}

/// Says an error of the key store as one of this module.
func translating<Result>(
    isolation: isolated (any Actor)? = #isolation, key body: @autoclosure () async throws(KeyError) -> Result
) async throws(OrchestrationError) -> Result {
    do { return try await body() } catch { throw OrchestrationError(error) }
}

/// Says an error of commands as one of this module, in a flow.
func translating<Result>(
    command body: @autoclosure () throws(CommandError) -> Result, in flow: OrchestrationError.Code
) throws(OrchestrationError) -> Result {
    do { return try body() } catch { throw OrchestrationError(error, in: flow) }
}
