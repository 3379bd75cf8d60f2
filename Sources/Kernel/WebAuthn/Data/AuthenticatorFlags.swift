import Primitives

/// The flags of authenticator data (L3 §6.1).
public struct AuthenticatorFlags: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// UP: a user was present.
    public static let userPresent = Self(rawValue: 1 << 0)
    /// UV: the user was verified.
    public static let userVerified = Self(rawValue: 1 << 2)
    /// BE: the credential can be backed up.
    public static let backupEligible = Self(rawValue: 1 << 3)
    /// BS: the credential is backed up.
    public static let backedUp = Self(rawValue: 1 << 4)
    /// AT: an attested credential follows.
    public static let attestedCredential = Self(rawValue: 1 << 6)
    /// ED: extensions follow.
    public static let extensions = Self(rawValue: 1 << 7)
}
