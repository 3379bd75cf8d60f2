import Primitives

/// The state of an authentication, as the customer's server reads it (`docs/pingid.md`).
package enum AuthenticationStatus: String, Sendable, CaseIterable {
    /// A passcode of one of the user's devices is awaited.
    case passcode = "OTP"
    /// The user, or the rules, said no.
    case rejected = "REJECTED"
    case approved = "APPROVED"
    /// A trusted device is asked.
    case inProgress = "IN_PROGRESS"
    /// The answer did not come in time.
    case timeout = "TIMEOUT"
    /// Too many passcodes were wrong; the device rests.
    case locked = "LOCKED"
    /// The device is ignored: it isn't trusted, and the user isn't asked about it.
    case ignored = "IGNORED"
    /// The user is to choose: one of several devices, or the trust in a first one.
    case selectDevice = "SELECT_DEVICE"
    /// The user is suspended, or the device may not be used.
    case forbidden = "FORBIDDEN"
    /// The day's texts and calls are used up.
    case messagesSuspended = "SMS_VOICE_SUSPENDED"

    /// Whether something is awaited.
    package var isOpen: Bool { self == .passcode || self == .inProgress || self == .selectDevice }
}
