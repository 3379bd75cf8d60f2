import Primitives
import Risk
import RiskScoring
import SignIn

/// A condition about the network or the place of a sign-on (`docs/protocols/platform.md` 2.11).
///
/// A condition that can't be decided holds: an action isn't left out because a file is missing.
enum NetworkCondition: Equatable {
    /// The network hides its users, and the address is in none of some ranges.
    case anonymous(except: [String])
    /// The user can't have travelled so fast from the last place.
    case travel
    /// The standing of the address is in a range.
    case standing(ClosedRange<Int>)

    /// Reads a condition; nil for one that is written otherwise.
    init?(_ object: JSONObject) {
        if let ranges = object["anonymousNetwork"]?.array {
            let texts = ranges.compactMap(\.string)
            guard texts.count == ranges.count, texts.allSatisfy({ AddressRange($0) != nil }) else { return nil }
            self = .anonymous(except: texts)
        } else if let risk = object["ipRisk"]?.object {
            let ends = ["minScore", "maxScore"].compactMap { risk[$0]?.integer.flatMap { Int(exactly: $0) } }
            guard ends.count == 2, ends[0] <= ends[1] else { return nil }
            self = .standing(ends[0]...ends[1])
        } else if object["geoVelocity"] != nil {
            self = .travel
        } else {
            return nil
        }
    }

    func holds(_ network: NetworkStanding) -> Bool {
        switch self {
        case .anonymous(let ranges):
            if ranges.compactMap(AddressRange.init).contains(where: { $0.contains(network.address) }) { return false }
            return network.isAnonymous == .unlicensed || network.isAnonymous == .found(true)
        case .travel:
            if let level = network.travel.level { return level == .high }
            return network.travel.status != .inTraining
        case .standing(let range):
            return network.standing == .unlicensed || range.contains(network.standing.value ?? 0)
        }
    }
}
