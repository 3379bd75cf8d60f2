import Primitives

extension DeclaredPart {
    private static let result = DeclaredPart("a result", ["level": .value, "type": .only("VALUE")])
    private static let range = DeclaredPart("a range", ["minScore": .value, "maxScore": .value])
    private static let interval = DeclaredPart("an interval", ["unit": .value, "quantity": .value])
    private static let thresholds = DeclaredPart("thresholds", ["medium": .value, "high": .value])

    // MARK: - Predictors

    /// The members of predictors of a type; nil for a type that isn't known.
    package static func predictor(_ type: String) -> DeclaredPart? {
        PredictorType(exactly: type).map { common.adding(members(of: $0)) }
    }

    /// The members that predictors of all types have.
    package static let common = DeclaredPart(
        "a predictor of this type",
        [
            "name": .value, "compactName": .value, "type": .value, "description": .value,
            "default": .part(
                DeclaredPart(
                    "a default",
                    [
                        "result": .part(result), "evaluated": .only(true),
                        "weight": .ignored("a policy gives each predictor that it names its weight"),
                        "score": .ignored("a policy gives each predictor that it names its score"),
                    ])),
        ])

    /// The members of a type, beside the common ones.
    package static func members(of type: PredictorType) -> [String: Content] {
        switch type {
        case .anonymousNetwork, .geoVelocity, .ipReputation: ["whiteList": .value]
        case .userLocationAnomaly:
            ["days": .value, "radius": .part(DeclaredPart("a radius", ["distance": .value, "unit": .value]))]
        case .device: ["detect": .value, "activationAt": .value, "shouldValidatePayloadSignature": .value]
        case .bot: ["includeRepeatedEventsWithoutSdk": .value]
        case .adversaryInTheMiddle: ["domainWhiteList": .value]
        case .trafficAnomaly:
            [
                "rules": .parts(
                    DeclaredPart(
                        "a rule",
                        ["type": .value, "enabled": .value, "interval": .part(interval), "threshold": .part(thresholds)]))
            ]
        case .userRiskBehavior: ["predictionModel": .part(DeclaredPart("a model", ["name": .value]))]
        case .velocity: velocity
        case .emailReputation: [:]
        case .map: ["map": .part(DeclaredPart("a map", ["high": .part(match), "medium": .part(match), "low": .part(match)]))]
        case .composite:
            ["compositions": .parts(DeclaredPart("a composition", ["level": .value, "condition": .condition]))]
        }
    }

    private static let velocity: [String: Content] = [
        "of": .value, "by": .value, "measure": .value, "use": .part(thresholds.adding(["type": .value])),
        // The greatest window counts where it is more than the calculated threshold, and the environment's windows where the user's are few.
        "fallback": .part(thresholds.adding(["strategy": .only("ENVIRONMENT_MAX")])),
        "every": .part(interval.adding(["minSample": .value])),
        "slidingWindow": .part(interval.adding(["minSample": .ignored("every.minSample says how many windows are enough")])),
    ]

    private static let match = DeclaredPart(
        "a match", ["contains": .value, "between": .part(range), "ipRange": .value, "list": .value], oneOf: ["between", "ipRange", "list"])

    // MARK: - Policy sets

    package static let policySet = DeclaredPart(
        "a policy set",
        [
            "name": .value, "description": .value, "default": .value, "defaultResult": .part(result),
            "evaluatedPredictors": .parts(DeclaredPart("a reference", ["id": .value])),
            "riskPolicies": .parts(
                DeclaredPart(
                    "a policy",
                    [
                        "name": .value, "priority": .rank, "condition": .condition, "result": .part(result.adding(["value": .value])),
                    ])),
            "triggers": .parts(
                DeclaredPart(
                    "a trigger",
                    [
                        "type": .value, "policySet": .part(DeclaredPart("a reference", ["id": .value])), "expiresAt": .value,
                    ])),
        ])

    // MARK: - Conditions

    /// The members of conditions by their types.
    package static let conditions: [String: DeclaredPart] = [
        "AND": typed(["and": .conditions]), "OR": typed(["or": .conditions]), "NOT": typed(["not": .condition]),
        "VALUE_COMPARISON": typed(comparison), "STRING_LIST": typed(["contains": .value, "list": .value]),
        "GROUPS_INTERSECTION": typed(["contains": .value, "list": .value]),
        "IP_RANGE": typed(["contains": .value, "ipRange": .value]), "IP_COMPARISON": typed(["value": .value, "equals": .value]),
        "AGGREGATED_WEIGHTS": aggregate("aggregatedWeights", "weight"), "AGGREGATED_SCORES": aggregate("aggregatedScores", "score"),
    ]

    private static func typed(_ members: [String: Content]) -> DeclaredPart {
        DeclaredPart("a condition of this type", members).adding(["type": .value])
    }

    private static var comparison: [String: Content] {
        var members: [String: Content] = ["value": .value]
        for way in ValueComparison.Operator.allCases { members[way.rawValue] = .value }
        return members
    }

    private static func aggregate(_ list: String, _ number: String) -> DeclaredPart {
        typed([list: .parts(DeclaredPart("a part", ["value": .value, number: .value])), "between": .part(range)])
    }

    /// The members of a condition by its type. Its reader refuses one of a type that isn't known.
    static func condition(of json: JSONValue) -> DeclaredPart? { json["type"]?.string.flatMap { conditions[$0] } }
}
