/// The data centres.
#if canImport(ObjectiveC)
@objc
#endif
public enum PIDDataCenterType: UInt, Sendable, CaseIterable {
    /// The default one.
    case `default` = 0
    /// North America.
    #if canImport(ObjectiveC)
    @objc(PIDDataCenterTypeNA)
    #endif
    case na = 1
    /// Australia.
    #if canImport(ObjectiveC)
    @objc(PIDDataCenterTypeAU)
    #endif
    case au = 2
    /// Europe.
    #if canImport(ObjectiveC)
    @objc(PIDDataCenterTypeEU)
    #endif
    case eu = 3
}
