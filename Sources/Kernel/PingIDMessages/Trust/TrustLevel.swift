import Primitives

/// The trust of an application in a device for one user (`PIDTrustLevel` in the documentation of the PingID SDK).
public enum TrustLevel: String, Sendable, CaseIterable {
    /// The first choice for approvals; a user has exactly one such device in an application.
    case primary
    /// The device may approve, and signs on without being asked.
    case trusted
    /// The device is not trusted, and the user isn't asked about it until the interval has ended.
    case ignored

    /// Whether a device of this level counts as trusted.
    public var isTrusted: Bool { self != .ignored }
}
