/// The trust in a device.
///
/// The header declares an unsigned type and the value -1 in it: the raw value is `UInt(bitPattern: -1)`.
#if canImport(ObjectiveC)
@objc
#endif
public enum PIDTrustLevel: UInt, Sendable, CaseIterable {
    /// No trust level.
    case none = 0xFFFF_FFFF_FFFF_FFFF
    /// The user's first device.
    case primary = 0
    /// A further trusted device.
    case trusted = 1
    /// A device that isn't asked about.
    case ignored = 2
}
