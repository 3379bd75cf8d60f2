public import Primitives

/// The result of one predictor, with its reasons.
public struct PredictorResult: Sendable, Equatable {
    /// The reason for which a predictor has no result, by its name on the wire.
    public enum Status: String, Sendable {
        /// The source outside that it needs isn't there.
        case unlicensed = "UNLICENSED"
        /// Too little has been counted.
        case inTraining = "IN_TRAINING_PERIOD"
        /// The event lacks something: an address, a payload, a user, an e-mail address.
        case missing = "MISSING_INPUT"
        /// The source outside doesn't know the place.
        case unknownPlace = "UNKNOWN_PLACE"
        /// The source outside doesn't know the domain.
        case unknownDomain = "UNKNOWN_DOMAIN"
        /// The predictor is switched on later.
        case notActive = "NOT_ACTIVE"
        /// The predictor's settings say nothing to compare with.
        case notConfigured = "NOT_CONFIGURED"
    }

    /// A number that the score was computed from.
    public struct Measure: Sendable, Equatable {
        /// The name, such as `estimatedSpeed`.
        public let name: String
        /// The number; its unit stands with the predictor in docs/risk.md.
        public let value: Int
    }

    /// The predictor's type.
    public let type: PredictorType
    /// The score, 0 to 1000; nil when the predictor has no result and no default is set.
    public let score: Int?
    /// The level; nil likewise.
    public let level: RiskLevel?
    /// The reason for which it has no result; nil when it has one.
    public let status: Status?
    /// The reasons for the score, in the order in which they were found.
    public let reasons: [String]
    /// The numbers that the score was computed from.
    public let measures: [Measure]

    private init(
        _ type: PredictorType, score: Int?, level: RiskLevel?, status: Status?, reasons: [String], measures: [Measure]
    ) {
        self.type = type
        self.score = score
        self.level = level
        self.status = status
        self.reasons = reasons
        self.measures = measures
    }

    static func score(_ type: PredictorType, _ score: Int, _ reasons: [String], _ measures: [(String, Int)] = []) -> PredictorResult {
        let score = min(1000, max(0, score))
        return PredictorResult(
            type, score: score, level: RiskLevel(score: score), status: nil, reasons: reasons,
            measures: measures.map { Measure(name: $0.0, value: $0.1) })
    }

    static func nothing(_ type: PredictorType, _ status: Status) -> PredictorResult {
        PredictorResult(type, score: nil, level: nil, status: status, reasons: [], measures: [])
    }

    /// The result with the level that the predictor's declaration says for this case, if any.
    func defaulting(to level: RiskLevel?) -> PredictorResult {
        guard score == nil, let level else { return self }
        return PredictorResult(type, score: level.score, level: level, status: status, reasons: ["DEFAULT_RESULT"], measures: measures)
    }

    /// A member of the result for conditions; nil when there is none.
    func value(_ name: String) -> RiskValue? {
        switch name {
        case "level": level.map { .text($0.rawValue) }
        case "score": score.map(RiskValue.number)
        case "status": status.map { .text($0.rawValue) }
        case "reason": reasons.first.map(RiskValue.text)
        case "type": .text(type.rawValue)
        default: measures.first { $0.name == name }.map { .number($0.value) }
        }
    }

    /// The JSON object of the wire: `type`, `level`, `score`, `status`, `reason`, `reasons`, and the measures by name.
    public var json: JSONValue {
        var object: JSONObject = ["type": .string(type.rawValue)]
        object["level"] = level.map { .string($0.rawValue) }
        object["score"] = score.map { .integer(Int64($0)) }
        object["status"] = status.map { .string($0.rawValue) }
        object["reason"] = reasons.first.map(JSONValue.string)
        object["reasons"] = .array(reasons.map(JSONValue.string))
        for measure in measures { object[measure.name] = .integer(Int64(measure.value)) }
        return .object(object)
    }
}
