import Primitives
import ResourceMessages

/// `VELOCITY`: more distinct values than usual in a window of time.
struct VelocityPredictor: PredictorKind {
    enum Source: String, Sendable {
        case calculated = "CALCULATED", environment = "ENVIRONMENT_FALLBACK", declared = "MIN_NOT_REACHED", builtIn = "DEFAULT_FALLBACK"
    }

    var of = RiskPath()
    var by: [RiskPath] = []
    var measure = "DISTINCT_COUNT"
    var use = Multiples()
    var fallback: Fallback?
    var every = Window()
    var sliding: Past?

    /// The values that it counts, and the windows.
    var counting: VelocityCounting {
        VelocityCounting(of: of.inEvent ?? "", by: by.compactMap(\.inEvent), window: every.seconds, past: sliding?.seconds ?? 604_800)
    }

    func evaluate(_ facts: RiskFacts, _ values: RiskValues, name: String) -> PredictorResult {
        guard let counts = facts.velocities[name] else { return .nothing(.velocity, .missing) }
        let (medium, high, source) = thresholds(counts)
        let score = Integers.scale(counts.count, medium: medium, high: high)
        let isMany = RiskLevel(score: score) > .low
        return .score(
            .velocity, score, [isMany ? "HIGH_VELOCITY" : "USUAL_VELOCITY", source.rawValue],
            [("distinctCount", counts.count), ("medium", medium), ("high", high)])
    }

    private func thresholds(_ counts: VelocityFacts) -> (medium: Int, high: Int, source: Source) {
        if counts.samples.count >= every.minSample { return calculated(counts.samples, .calculated) }
        if counts.environment.count >= every.minSample { return calculated(counts.environment, .environment) }
        if let fallback { return Self.ordered(fallback.medium, fallback.high, .declared) }
        return (20, 30, .builtIn)
    }

    /// The greatest sample, or the mean and so many standard deviations of a Poisson distribution of that mean, whichever is more.
    private func calculated(_ samples: [Int], _ source: Source) -> (medium: Int, high: Int, source: Source) {
        let mean = samples.reduce(0, +) * 1000 / samples.count
        let deviation = Integers.squareRoot(mean * 1000)
        func threshold(_ multiple: Int) -> Int { max(samples.max() ?? 0, (mean + multiple * deviation / 1000 + 999) / 1000) }
        return Self.ordered(threshold(use.medium), threshold(use.high), source)
    }

    private static func ordered(_ medium: Int, _ high: Int, _ source: Source) -> (medium: Int, high: Int, source: Source) {
        let medium = max(1, medium)
        return (medium, max(medium + 1, high), source)
    }
}
