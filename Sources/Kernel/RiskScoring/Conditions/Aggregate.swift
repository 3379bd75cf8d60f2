import Primitives
import ResourceMessages

/// Several predictors' levels as one number, in a range: `AGGREGATED_WEIGHTS` and `AGGREGATED_SCORES`.
public struct Aggregate: Sendable, Equatable {
    struct Part: Sendable, Equatable {
        var path = RiskPath()
        /// The weight or score, 0 to 100.
        var value = 0

        fileprivate static func form(_ name: String, _ value: String) -> Form<Part> {
            .object(
                name, [Member("value", \.path, .path, .required), Member(value, \.value, .bounded(0...100), .required)],
                from: { Part() })
        }
    }

    var parts: [Part] = []
    private var between = RiskRange()

    /// Both ends are in the range.
    var range: ClosedRange<Int> { between.range }

    /// The form of a condition whose list has a name, such as `AggregatedScores`, and numbers of another.
    static func form(_ name: String, _ value: String) -> Form<Aggregate> {
        let list = name.prefix(1).lowercased() + name.dropFirst()
        return .object(
            name + "Condition",
            [
                Member(list, \.parts, .list(Part.form(name + "Part", value), count: 0...100)).unless(\.parts.isEmpty),
                Member("between", \.between, RiskRange.ofAggregate, .required),
            ], from: { Aggregate() })
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
