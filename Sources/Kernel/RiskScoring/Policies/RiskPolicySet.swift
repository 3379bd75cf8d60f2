package import Foundation
public import Primitives
package import ResourceMessages
public import RiskSignals

/// A set of policies: which predictors are evaluated, and what follows from them.
public struct RiskPolicySet: Sendable, Equatable {
    /// The name.
    public private(set) var name = ""
    /// The policies, the first one that holds deciding; up to 100.
    public private(set) var policies: [RiskPolicy] = []
    private var note: String?
    /// True for the set that counts when an event names none.
    package private(set) var isDefault = false
    private var otherwise: RiskResult?
    private var evaluated: [String]?
    private var triggers: [Trigger] = []

    /// The level when none holds; LOW unless said otherwise.
    public var defaultLevel: RiskLevel { otherwise?.level ?? .low }
    /// The ids of the predictors that are evaluated; nil for all.
    public var predictors: Set<String>? { evaluated.map { Set($0) } }
    /// The set that is tried beside this one, and until when; nil for none.
    package var staging: (id: UUID, expires: Date?)? {
        triggers.first.flatMap { trigger in trigger.policySet.map { ($0, trigger.expires) } }
    }

    package init() {}

    /// Reads a set, with the members `name`, `riskPolicies`, `defaultResult` and `evaluatedPredictors`.
    /// - Throws: ``RiskError/Code/malformed``, ``RiskError/Code/tooComplex``.
    public init(json: JSONValue) throws(RiskError) {
        do { self = try Self.form.value(of: json) } catch { throw RiskError(error) }
    }

    /// Evaluates an event: the predictors of the set, then its policies. Predictors of the types `MAP` and `COMPOSITE` come after the
    /// others, in the order in which they are given, and see the results of those before them.
    ///
    /// It depends on the facts and the declarations alone.
    public func evaluate(_ facts: RiskFacts, with declared: [RiskPredictor]) -> RiskEvaluation {
        let predictors = predictors
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

extension RiskPolicySet: Shaped {
    package static let shapeName = "RiskPolicySet"
    package static let members: [Member<Self>] = [
        Member("name", \.name, .text(1...256), .required), Member("description", optional: \.note, .text(0...1024)),
        Member("default", \.isDefault, .flag).saying("Whether it counts for events that name none."),
        Member("defaultResult", optional: \.otherwise, .object).saying("The result when no policy holds; LOW unless sent."),
        Member("evaluatedPredictors", optional: \.evaluated, .list(.predictor, count: 0...100))
            .saying("The predictors that are evaluated; all unless sent."),
        Member("riskPolicies", \.policies, .list(.object, count: 0...100)).saying("The policies; the first that holds decides."),
        Member("triggers", \.triggers, .list(.object, count: 0...1)).unless(\.triggers.isEmpty)
            .saying("The set that is tried beside this one."),
    ]

    package func check(_ reading: inout ShapeReading) {
        if policies.map(\.condition.cost).reduce(0, +) > ConditionBudget.whole {
            reading.refuse(.tooComplex, ConditionBudget.reason, at: "riskPolicies")
        }
        guard policies.contains(where: { $0.priority != nil }) else { return }
        for (index, policy) in policies.enumerated() {
            let last = index == 0 ? Int.min : policies[index - 1].priority ?? Int.min
            guard let own = policy.priority, own > last else {
                let reason = "it grows from each policy to the next, since their order decides; or none has it"
                return reading.refuse(.invalid, reason, at: "riskPolicies[\(index)].priority")
            }
        }
    }

    private struct Trigger: Shaped, Equatable {
        var type = "POLICY_SET_STAGING"
        var policySet: UUID?
        var expires: Date?

        static let shapeName = "RiskPolicySetTrigger"
        static let members: [Member<Self>] = [
            Member("type", \.type, .oneOf(["POLICY_SET_STAGING"]), .required),
            Member("policySet", optional: \.policySet, .reference(to: .id.naming(.riskPolicySet)), .required),
            Member("expiresAt", optional: \.expires, .moment).saying("The time until which it is tried; for good unless sent."),
        ]
    }
}

extension Form where Value == String {
    /// `{"id": …}` of a predictor.
    fileprivate static var predictor: Form { .reference(to: .text(1...64).naming(.riskPredictor), named: "RiskPredictorReference") }
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
