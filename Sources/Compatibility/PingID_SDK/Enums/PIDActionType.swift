/// The decision about a device.
///
/// The header declares an unsigned type and the value -1 in it: the raw value is `UInt(bitPattern: -1)`.
#if canImport(ObjectiveC)
@objc
#endif
public enum PIDActionType: UInt, Sendable, CaseIterable {
    /// No decision.
    case none = 0xFFFF_FFFF_FFFF_FFFF
    /// Approve the device.
    case approve = 0
    /// Deny the device.
    case deny = 1
    /// Block the device.
    case block = 2
}
