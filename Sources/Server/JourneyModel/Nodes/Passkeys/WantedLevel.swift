package import Primitives

/// The least level of FIDO's certification that a node wants, by the names of FIDO's status reports.
package enum WantedLevel: String, CaseIterable, SettingValue {
    case off = "OFF"
    case certified = "FIDO_CERTIFIED"
    case l1 = "FIDO_CERTIFIED_L1"
    case l1plus = "FIDO_CERTIFIED_L1plus"
    case l2 = "FIDO_CERTIFIED_L2"
    case l2plus = "FIDO_CERTIFIED_L2plus"
    case l3 = "FIDO_CERTIFIED_L3"
    case l3plus = "FIDO_CERTIFIED_L3plus"

    package init?(setting json: JSONValue) {
        guard let text = json.string?.lowercased(), let level = Self.allCases.first(where: { $0.rawValue.lowercased() == text }) else {
            return nil
        }
        self = level
    }
}
