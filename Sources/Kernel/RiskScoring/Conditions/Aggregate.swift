import Primitives
import RiskSignals

/// Several predictors' levels as one number, in a range: `AGGREGATED_WEIGHTS` and `AGGREGATED_SCORES`.
public struct Aggregate: Sendable, Equatable {
    struct Part: Sendable, Equatable {
        let path: RiskPath
        /// The weight or score, 0 to 100.
        let value: Int
    }

    let parts: [Part]
    /// Both ends are in the range.
    let range: ClosedRange<Int>

    init(
        _ members: RiskMembers, _ list: String, _ value: String, atMost most: Int, _ budget: inout ConditionBudget
    ) throws(RiskError) {
        var parts: [Part] = []
        for json in try members.list(list, atMost: 100) {
            let part = try RiskMembers(json, of: list)
            parts.append(Part(path: try part.path("value"), value: try part.integer(value, in: 0...most)))
        }
        try budget.spend(parts.count)
        let between = try members.inside("between")
        let least = try between.integer("minScore", in: 0...1000)
        self.parts = parts
        range = least...(try between.integer("maxScore", in: least...1000))
    }

    func contains(_ number: Int?) -> Bool { number.map(range.contains) ?? false }

    /// The mean of 0 for LOW, 50 for MEDIUM and 100 for HIGH, weighted and rounded down; predictors without a result don't count. nil when
    /// none counts.
    func weightedMean(in values: RiskValues) -> Int? {
        let told = parts.compactMap { part in values.level(part.path).map { (level: $0, weight: part.value) } }
        let weight = told.map(\.weight).reduce(0, +)
        return weight == 0 ? nil : told.map { $0.weight * $0.level.score / 10 }.reduce(0, +) / weight
    }

    /// The sum of the scores of HIGH predictors and half of those of MEDIUM ones, rounded down, 1000 at most; nil when no predictor came to
    /// anything.
    func sum(in values: RiskValues) -> Int? {
        let told = parts.compactMap { part in values.level(part.path).map { (level: $0, score: part.value) } }
        let halves = told.map { $0.level == .high ? 2 * $0.score : $0.level == .medium ? $0.score : 0 }.reduce(0, +)
        return told.isEmpty ? nil : min(1000, halves / 2)
    }
}
