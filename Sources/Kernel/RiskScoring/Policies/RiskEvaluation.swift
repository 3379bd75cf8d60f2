public import Primitives

/// The risk of an event, and why.
public struct RiskEvaluation: Sendable, Equatable {
    /// A predictor's result by its compact name.
    public struct Detail: Sendable, Equatable {
        /// The compact name.
        public let name: String
        /// The result.
        public let result: PredictorResult
    }

    /// The level.
    public let level: RiskLevel
    /// The score, 0 to 1000: that of the first aggregate among the policies that were tried, else the level's.
    public let score: Int
    /// The type of the condition that decided, or `DEFAULT`.
    public let source: String
    /// The name of the policy that decided; nil when none did.
    public let policy: String?
    /// The policy's own value; nil for none.
    public let value: String?
    /// The results of all predictors, in the order in which they were evaluated.
    public let details: [Detail]

    /// The names of the predictors without a result.
    public var missing: [String] { details.filter { $0.result.status != nil }.map(\.name) }

    /// Whether at least one predictor came to something. An evaluation without any must not be taken for a low risk: a journey takes its
    /// failure outcome.
    public var isFounded: Bool { details.contains { $0.result.status == nil } }

    /// The mitigation that is recommended: `BOT_MITIGATION` when a predictor of bots says HIGH, `AITM_MITIGATION` when one of adversaries in the
    /// middle does; nil for none.
    public var recommendedAction: String? {
        func isHigh(_ type: PredictorType) -> Bool { details.contains { $0.result.type == type && $0.result.level == .high } }
        return isHigh(.bot) ? "BOT_MITIGATION" : isHigh(.adversaryInTheMiddle) ? "AITM_MITIGATION" : nil
    }

    /// The JSON object of the wire, with the members `result` and `details` (`docs/protocols/platform.md` 9.1).
    public var json: JSONValue {
        var result: JSONObject = [
            "type": "VALUE", "level": .string(level.rawValue), "score": .integer(Int64(score)), "source": .string(source),
        ]
        result["value"] = value.map(JSONValue.string)
        result["policy"] = policy.map(JSONValue.string)
        result["recommendedAction"] = recommendedAction.map(JSONValue.string)
        return ["result": .object(result), "details": .object(JSONObject(details.map { ($0.name, $0.result.json) }))]
    }
}
