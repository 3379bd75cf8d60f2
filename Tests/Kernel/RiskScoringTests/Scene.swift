import Primitives
import RiskScoring
import RiskSignals
import Testing

/// One predictor before some facts.
enum Scene {
    static let now = 1_767_225_600
    static let berlin = Place(latitude: 52_520_000, longitude: 13_405_000, country: "DE")
    static let lisbon = Place(latitude: 38_722_000, longitude: -9_139_000, country: "PT")
    static let sydney = Place(latitude: -33_869_000, longitude: 151_209_000, country: "AU")

    /// A predictor named `p`.
    static func predictor(_ type: String, _ settings: JSONObject = [:]) throws -> RiskPredictor {
        try RiskPredictor(json: .object(declaration(type, settings)))
    }

    /// The declaration of a predictor named `p`, with the members that its type needs.
    static func declaration(_ type: String, _ settings: JSONObject) -> JSONObject {
        var json: JSONObject = ["name": "p", "compactName": "p", "type": .string(type)]
        if type == "VELOCITY" {
            json["of"] = "${event.ip}"
            json["by"] = ["${event.user.id}"]
        }
        for member in settings.members { json[member.name] = member.value }
        return json
    }

    static func result(
        _ type: String, _ settings: JSONObject = [:], _ edit: (inout RiskFacts) -> Void = { _ in }
    ) throws -> PredictorResult {
        var facts = RiskFacts(now: now)
        facts.event["ip"] = .text("192.0.2.7")
        edit(&facts)
        let evaluation = try set().evaluate(facts, with: [predictor(type, settings)])
        return try #require(evaluation.details.first).result
    }

    static func set(_ policies: [JSONValue] = [], predictors: [String]? = nil) throws -> RiskPolicySet {
        var json: JSONObject = ["name": "set", "riskPolicies": .array(policies)]
        json["evaluatedPredictors"] = predictors.map { .array($0.map { ["id": .string($0)] }) }
        return try RiskPolicySet(json: .object(json))
    }
}

extension PredictorResult {
    /// The score and the first reason, or the status.
    var summary: String {
        status.map { score == nil ? $0.rawValue : "\($0.rawValue) \(score ?? -1)" } ?? "\(score ?? -1) \(reasons.first ?? "")"
    }
}
