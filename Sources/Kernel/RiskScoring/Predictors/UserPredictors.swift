import Primitives
import ResourceMessages

/// `USER_RISK_BEHAVIOR`: the sign-in is unlike the user's earlier ones, or unlike all users'.
struct UserBehaviorPredictor: PredictorKind {
    enum Model: String, Sendable, CaseIterable { case user = "points", organization = "login_anomaly_statistic" }

    struct Prediction: Shaped, Equatable {
        var name = Model.user

        static let shapeName = "RiskPredictionModel"
        static let members: [Member<Self>] = [
            Member("name", \.name, .choice, .required).saying(
                "points for the user's own sign-ins, login_anomaly_statistic for those of all.")
        ]
    }

    var prediction = Prediction()

    static let type = PredictorType.userRiskBehavior
    static let shapeName = "UserBehaviorPredictor"
    static let members: [Member<Self>] = [
        Member("predictionModel", \.prediction, .object).saying("The sign-ins that tell what is usual; points unless sent.")
    ]

    private var model: Model { prediction.name }

    /// The number of sign-ins that are needed.
    private var sample: Int { model == .user ? 10 : 100 }
    /// The share from which a feature is usual, in thousandths.
    private var usual: Int { model == .user ? 200 : 20 }

    func evaluate(_ facts: RiskFacts, _ values: RiskValues, name: String) -> PredictorResult {
        guard let counts = model == .user ? facts.userBehavior : facts.organizationBehavior else {
            return .nothing(.userRiskBehavior, .missing)
        }
        guard counts.total >= sample, !counts.alike.isEmpty else { return .nothing(.userRiskBehavior, .inTraining) }
        let points = BehaviorCounts.Feature.allCases.compactMap { feature in
            counts.alike[feature].map { (feature: feature, points: self.points($0, of: counts.total)) }
        }
        let score = points.map(\.points).reduce(0, +) / points.count
        let odd = points.filter { $0.points >= 700 }.map { "UNUSUAL_\($0.feature.rawValue)" }
        return .score(.userRiskBehavior, score, odd.isEmpty ? ["USUAL_BEHAVIOR"] : odd, [("total", counts.total)])
    }

    private func points(_ alike: Int, of total: Int) -> Int { max(0, usual - alike * 1000 / total) * 1000 / usual }
}
