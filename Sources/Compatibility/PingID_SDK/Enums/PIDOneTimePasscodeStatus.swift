/// The reason why there is a passcode, or none.
public enum PIDOneTimePasscodeStatus: UInt, Sendable, CaseIterable {
    /// There is a passcode.
    case ok = 0
    /// The device is rooted.
    case deviceRooted = 1
    /// The server can't be asked whether the device may show one.
    case canNotCheckRootDetectionAtOffline = 2
    /// There is none for another reason. The name is spelled as in the header.
    case unsuccessesful = 3
}
