import Primitives
import RiskSignals

/// `USER_RISK_BEHAVIOR`: the sign-in is unlike the user's earlier ones, or unlike all users'.
struct UserBehaviorPredictor: Sendable, Equatable {
    enum Model: String, Sendable { case user = "points", organization = "login_anomaly_statistic" }

    let model: Model

    /// The number of sign-ins that are needed.
    private var sample: Int { model == .user ? 10 : 100 }
    /// The share from which a feature is usual, in thousandths.
    private var usual: Int { model == .user ? 200 : 20 }

    func evaluate(_ facts: RiskFacts) -> PredictorResult {
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

/// `VELOCITY`: more distinct values than usual in a window of time.
struct VelocityPredictor: Sendable, Equatable {
    struct Thresholds: Sendable, Equatable {
        let medium, high: Int
    }

    enum Source: String, Sendable {
        case calculated = "CALCULATED", environment = "ENVIRONMENT_FALLBACK", declared = "MIN_NOT_REACHED", builtIn = "DEFAULT_FALLBACK"
    }

    /// The multiples of the standard deviation, in thousandths.
    let multiples: Thresholds
    let fallback: Thresholds?
    let minSample: Int

    func evaluate(_ facts: RiskFacts, name: String) -> PredictorResult {
        guard let counts = facts.velocities[name] else { return .nothing(.velocity, .missing) }
        let (thresholds, source) = thresholds(counts)
        let score = Integers.scale(counts.count, medium: thresholds.medium, high: thresholds.high)
        let isMany = RiskLevel(score: score) > .low
        return .score(
            .velocity, score, [isMany ? "HIGH_VELOCITY" : "USUAL_VELOCITY", source.rawValue],
            [("distinctCount", counts.count), ("medium", thresholds.medium), ("high", thresholds.high)])
    }

    private func thresholds(_ counts: VelocityFacts) -> (Thresholds, Source) {
        if counts.samples.count >= minSample { return (calculated(counts.samples), .calculated) }
        if counts.environment.count >= minSample { return (calculated(counts.environment), .environment) }
        if let fallback { return (Self.ordered(fallback.medium, fallback.high), .declared) }
        return (Thresholds(medium: 20, high: 30), .builtIn)
    }

    /// The greatest sample, or the mean and so many standard deviations of a Poisson distribution of that mean, whichever is more.
    private func calculated(_ samples: [Int]) -> Thresholds {
        let mean = samples.reduce(0, +) * 1000 / samples.count
        let deviation = Integers.squareRoot(mean * 1000)
        func threshold(_ multiple: Int) -> Int { max(samples.max() ?? 0, (mean + multiple * deviation / 1000 + 999) / 1000) }
        return Self.ordered(threshold(multiples.medium), threshold(multiples.high))
    }

    private static func ordered(_ medium: Int, _ high: Int) -> Thresholds {
        let medium = max(1, medium)
        return Thresholds(medium: medium, high: max(medium + 1, high))
    }
}
