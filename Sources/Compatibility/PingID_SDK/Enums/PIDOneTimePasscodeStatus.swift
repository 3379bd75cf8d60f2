/// The reason why there is a passcode, or none.
#if canImport(ObjectiveC)
@objc
#endif
public enum PIDOneTimePasscodeStatus: UInt, Sendable, CaseIterable {
    /// There is a passcode.
    #if canImport(ObjectiveC)
    @objc(PIDOneTimePasscodeOK)
    #endif
    case ok = 0
    /// The device is rooted.
    #if canImport(ObjectiveC)
    @objc(PIDOneTimePasscodeDeviceRooted)
    #endif
    case deviceRooted = 1
    /// The server can't be asked whether the device may show one.
    #if canImport(ObjectiveC)
    @objc(PIDOneTimePasscodeCanNotCheckRootDetectionAtOffline)
    #endif
    case canNotCheckRootDetectionAtOffline = 2
    /// There is none for another reason. The name is spelled as in the header.
    #if canImport(ObjectiveC)
    @objc(PIDOneTimePasscodeUnsuccessesful)
    #endif
    case unsuccessesful = 3
}
