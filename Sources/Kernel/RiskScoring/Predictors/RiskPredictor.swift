public import Primitives
public import RiskSignals

/// A predictor as an administrator declares it: its name, its type and the settings of the type (`docs/protocols/platform.md` 9.2).
public struct RiskPredictor: Sendable, Equatable {
    /// The id by which policy sets name it.
    public let id: String
    /// The name in results, letters and digits.
    public let compactName: String
    /// The type.
    public let type: PredictorType
    /// The level that counts when the predictor has no result, `default.result.level` on the wire; nil for none.
    public let defaultLevel: RiskLevel?
    private let settings: PredictorSettings

    /// Reads a declaration: `compactName`, `type`, the members of the type, and optionally `id` (the compact name by default) and `default`.
    /// - Throws: ``RiskError/Code/malformed``, ``RiskError/Code/tooComplex``, ``RiskError/Code/tooLarge``.
    public init(json: JSONValue) throws(RiskError) {
        let members = try RiskMembers(json, of: "the predictor")
        compactName = try members.text("compactName", atMost: 64)
        guard compactName.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }) else {
            throw members.wrong("compactName", "letters and digits")
        }
        id = try members.has("id") ? members.text("id", atMost: 64) : compactName
        guard let type = PredictorType(exactly: try members.text("type", atMost: 32)) else {
            throw members.wrong("type", "one of the platform's thirteen")
        }
        self.type = type
        let result = try members.optional("default")?.optional("result")
        defaultLevel = try result.map { members throws(RiskError) in try members.level("level") }
        settings = try PredictorSettings(type, members)
    }

    /// Whether it looks at other predictors' results, and so comes after them.
    var isOwn: Bool { type == .map || type == .composite }

    /// Sees to it that the predictors of a realm are bounded in their work together.
    /// - Throws: ``RiskError/Code/tooComplex``.
    package static func check(_ all: [RiskPredictor]) throws(RiskError) {
        var total = 0
        for predictor in all { try ConditionBudget.add(predictor.settings.cost, to: &total) }
    }

    func evaluate(_ facts: RiskFacts, _ values: RiskValues) -> PredictorResult {
        settings.evaluate(facts, values, name: compactName).defaulting(to: defaultLevel)
    }
}
