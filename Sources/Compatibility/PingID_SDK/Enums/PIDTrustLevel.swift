/// The trust in a device.
///
/// The header declares an unsigned type and the value -1 in it; here the raw value is signed, so that it is -1.
public enum PIDTrustLevel: Int, Sendable, CaseIterable {
    /// No trust level.
    case none = -1
    /// The user's first device.
    case primary = 0
    /// A further trusted device.
    case trusted = 1
    /// A device that isn't asked about.
    case ignored = 2
}
