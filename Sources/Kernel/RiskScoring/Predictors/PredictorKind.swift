import Primitives
import ResourceMessages

/// A type of predictors: the members that its declarations have beside the common ones, and its result. ``RiskPredictor/kinds`` lists all.
protocol PredictorKind: Shaped, Equatable {
    static var type: PredictorType { get }
    /// The number of parts that an administrator may make many of, which bounds the work of evaluating it.
    var cost: Int { get }

    /// - Parameter name: the compact name of the predictor.
    func evaluate(_ facts: RiskFacts, _ values: RiskValues, name: String) -> PredictorResult
}

extension PredictorKind {
    var cost: Int { 0 }

    func isEqual(to other: any PredictorKind) -> Bool { self == other as? Self }

    static var variant: Variant<any PredictorKind> {
        Variant(type.rawValue, form) {
            $0
        } unwrap: {
            $0 as? Self
        }
    }
}

extension RiskPredictor {
    /// All types of predictors.
    static let kinds: [any PredictorKind.Type] = [
        AnonymousNetworkPredictor.self, GeoVelocityPredictor.self, IPReputationPredictor.self, LocationAnomalyPredictor.self,
        DevicePredictor.self, BotPredictor.self, MiddlePredictor.self, TrafficAnomalyPredictor.self, UserBehaviorPredictor.self,
        VelocityPredictor.self, EmailReputationPredictor.self, MapPredictor.self, CompositePredictor.self,
    ]
}
