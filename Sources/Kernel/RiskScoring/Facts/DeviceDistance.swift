import Primitives
public import RiskSignals

/// The distance of two devices by their attributes.
public enum DeviceDistance {
    /// 0 for devices with the same attributes to 100 for those with none in common: the weight of the attributes that differ, or that one of
    /// them lacks, in hundredths of the weight of all that either has; rounded down. 100 when neither has any.
    public static func between(_ one: DeviceAttributes, _ other: DeviceAttributes) -> Int {
        let told = DeviceAttribute.allCases.filter { one.values[$0] != nil || other.values[$0] != nil }
        let all = told.map(\.weight).reduce(0, +)
        let differing = told.filter { one.values[$0] != other.values[$0] }.map(\.weight).reduce(0, +)
        return all == 0 ? 100 : differing * 100 / all
    }
}

extension DeviceAttribute {
    /// The weight: 0 for what changes with each update or says something else than which device it is.
    fileprivate var weight: Int {
        switch self {
        case .model, .manufacturer, .brand: 10
        case .osName, .architecture, .deviceKind: 8
        case .processors, .memory, .storage, .screenWidth, .screenHeight: 5
        case .cameras, .bluetooth, .locale, .timeZone, .carrierCountry: 2
        case .osVersion, .userAgent, .tampering: 0
        }
    }
}
