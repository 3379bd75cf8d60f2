/// The decision about a device.
///
/// The header declares an unsigned type and the value -1 in it; here the raw value is signed, so that it is -1.
public enum PIDActionType: Int, Sendable, CaseIterable {
    /// No decision.
    case none = -1
    /// Approve the device.
    case approve = 0
    /// Deny the device.
    case deny = 1
    /// Block the device.
    case block = 2
}
