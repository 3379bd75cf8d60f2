public import Primitives
public import RiskSignals

/// A set of policies: which predictors are evaluated, and what follows from them.
public struct RiskPolicySet: Sendable, Equatable {
    /// The name.
    public let name: String
    /// The policies, the first one that holds deciding; up to 100.
    public let policies: [RiskPolicy]
    /// The level when none holds; LOW unless said otherwise.
    public let defaultLevel: RiskLevel
    /// The ids of the predictors that are evaluated; nil for all.
    public let predictors: Set<String>?

    /// Reads a set, with the members `name`, `riskPolicies`, `defaultResult` and `evaluatedPredictors`.
    /// - Throws: ``RiskError/Code/malformed``, ``RiskError/Code/tooComplex``, ``RiskError/Code/tooLarge``.
    public init(json: JSONValue) throws(RiskError) {
        let members = try RiskMembers(json, of: "the policy set")
        name = try members.text("name", atMost: 256)
        var (policies, total): ([RiskPolicy], Int) = ([], 0)
        for json in try members.list("riskPolicies", atMost: 100) { policies.append(try RiskPolicy(json: json, adding: &total)) }
        self.policies = policies
        defaultLevel = try members.optional("defaultResult")?.level("level") ?? .low
        guard members.has("evaluatedPredictors") else {
            predictors = nil
            return
        }
        var ids: Set<String> = []
        for json in try members.list("evaluatedPredictors", atMost: 100) {
            ids.insert(try RiskMembers(json, of: "evaluatedPredictors").text("id", atMost: 64))
        }
        predictors = ids
    }

    /// Evaluates an event: the predictors of the set, then its policies. Predictors of the types `MAP` and `COMPOSITE` come after the
    /// others, in the order in which they are given, and see the results of those before them.
    ///
    /// It depends on the facts and the declarations alone.
    public func evaluate(_ facts: RiskFacts, with declared: [RiskPredictor]) -> RiskEvaluation {
        let chosen = declared.filter { predictors?.contains($0.id) ?? true }
        var values = RiskValues(facts)
        var details: [RiskEvaluation.Detail] = []
        for predictor in chosen.filter({ !$0.isOwn }) + chosen.filter(\.isOwn) {
            let result = predictor.evaluate(facts, values)
            values.add(result, of: predictor.compactName)
            details.append(.init(name: predictor.compactName, result: result))
        }
        return decide(values, details)
    }

    private func decide(_ values: RiskValues, _ details: [RiskEvaluation.Detail]) -> RiskEvaluation {
        let index = policies.firstIndex { $0.condition.holds(in: values) }
        let decisive = index.map { policies[$0] }
        let tried = policies.prefix(index.map { $0 + 1 } ?? policies.count)
        let level = decisive?.level ?? defaultLevel
        return RiskEvaluation(
            level: level, score: tried.lazy.compactMap { $0.condition.aggregate(in: values) }.first ?? level.score,
            source: decisive?.condition.type ?? "DEFAULT", policy: decisive?.name, value: decisive?.value, details: details)
    }
}

extension RiskCondition {
    /// The number of an aggregate on the scale to 1000; nil for another condition, and when no predictor had a result.
    fileprivate func aggregate(in values: RiskValues) -> Int? {
        switch self {
        case .weights(let aggregate): aggregate.weightedMean(in: values).map { $0 * 10 }
        case .scores(let aggregate): aggregate.sum(in: values)
        default: nil
        }
    }
}
