import Primitives
package import RiskScoring

extension RiskService {
    /// Whether this server has the file of the operator's that predictors of a type ask. Others ask none.
    package func isLicensed(_ type: PredictorType) -> Bool {
        guard let address = IPAddress("192.0.2.1") else { return false }
        return switch type {
        case .anonymousNetwork: sources.isAnonymous(address) != .unlicensed
        case .geoVelocity, .userLocationAnomaly: sources.place(of: address) != .unlicensed
        case .ipReputation: sources.standing(of: address) != .unlicensed
        case .emailReputation: sources.standing(ofMailDomain: "mail.example") != .unlicensed
        case .device, .bot, .adversaryInTheMiddle, .trafficAnomaly, .userRiskBehavior, .velocity, .map, .composite: true
        }
    }
}
