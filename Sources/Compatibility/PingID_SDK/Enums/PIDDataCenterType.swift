/// The data centres.
public enum PIDDataCenterType: UInt, Sendable, CaseIterable {
    /// The default one.
    case `default` = 0
    /// North America.
    case na = 1
    /// Australia.
    case au = 2
    /// Europe.
    case eu = 3
}
