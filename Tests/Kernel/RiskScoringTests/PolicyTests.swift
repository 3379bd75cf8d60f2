import Primitives
import RiskScoring
import RiskSignals
import Testing

@Suite("Policies, overrides, conditions")
struct PolicyTests {
    private func level(_ level: String) -> JSONValue { ["level": .string(level), "type": "VALUE"] }

    private func aggregated(_ type: String, _ member: String, _ value: String, _ range: ClosedRange<Int>, _ result: String) -> JSONValue {
        let list = ["device", "bot"].map { name in
            JSONValue.object(JSONObject([("value", .string("${details.\(name).level}")), (value, 60)]))
        }
        let between: JSONValue = ["minScore": .integer(Int64(range.lowerBound)), "maxScore": .integer(Int64(range.upperBound))]
        let condition = JSONObject([("type", .string(type)), (member, .array(list)), ("between", between)])
        return ["name": .string("\(type) \(result)"), "result": level(result), "condition": .object(condition)]
    }

    private let declared: [RiskPredictor]

    init() throws {
        declared = [
            try RiskPredictor(json: ["compactName": "device", "type": "DEVICE", "id": "1"]),
            try RiskPredictor(json: ["compactName": "bot", "type": "BOT", "id": "2"]),
        ]
    }

    /// A new device, whose user answers in a time.
    private func facts(answer: Int?) -> RiskFacts {
        var facts = RiskFacts(now: Scene.now)
        facts.event = ["ip": .text("192.0.2.7"), "user.groups": .list(["staff", "admins"])]
        facts.device = DeviceFacts(isKnown: false, knownCount: 2)
        facts.bot = answer.map { BotFacts(fastestAnswer: $0, touches: 1) }
        return facts
    }

    @Test("scores add up, a medium one by half; weights are a mean", arguments: [(5000, 60, 500), (200, 90, 750), (40, 120, 1000)])
    func aggregates(_ answer: Int, _ sum: Int, _ mean: Int) throws {
        let scores = try Scene.set([aggregated("AGGREGATED_SCORES", "aggregatedScores", "score", 100...1000, "HIGH")])
        let evaluation = scores.evaluate(facts(answer: answer), with: declared)
        #expect(evaluation.score == sum && evaluation.level == (sum >= 100 ? .high : .low))
        #expect(evaluation.source == (sum >= 100 ? "AGGREGATED_SCORES" : "DEFAULT"))
        let weights = try Scene.set([aggregated("AGGREGATED_WEIGHTS", "aggregatedWeights", "weight", 60...100, "MEDIUM")])
        let other = weights.evaluate(facts(answer: answer), with: declared)
        #expect(other.score == mean && other.level == (mean >= 600 ? .medium : .low))
    }

    @Test("what came to nothing doesn't count, and is named")
    func missing() throws {
        let set = try Scene.set([aggregated("AGGREGATED_WEIGHTS", "aggregatedWeights", "weight", 100...100, "HIGH")])
        let evaluation = set.evaluate(facts(answer: nil), with: declared)
        #expect(evaluation.level == .high && evaluation.missing == ["bot"] && evaluation.isFounded)
        let nothing = set.evaluate(RiskFacts(now: 0), with: declared)
        #expect(nothing.missing == ["device", "bot"] && !nothing.isFounded && nothing.level == .low)
    }

    @Test("an override that stands first decides first")
    func override() throws {
        let own: JSONValue = [
            "name": "office", "result": level("LOW"),
            "condition": ["type": "IP_RANGE", "contains": "${event.ip}", "ipRange": ["192.0.2.0/24"]],
        ]
        let rest = aggregated("AGGREGATED_SCORES", "aggregatedScores", "score", 1...1000, "HIGH")
        #expect(try Scene.set([own, rest]).evaluate(facts(answer: 40), with: declared).policy == "office")
        let behind = try Scene.set([rest, own]).evaluate(facts(answer: 40), with: declared)
        #expect(behind.level == .high && behind.score == 120 && behind.recommendedAction == "BOT_MITIGATION")
    }

    @Test("a set evaluates the predictors that it names")
    func chosen() throws {
        let evaluation = try Scene.set(predictors: ["2"]).evaluate(facts(answer: 40), with: declared)
        #expect(evaluation.details.map(\.name) == ["bot"])
    }

    @Test(
        "conditions",
        arguments: [
            ("VALUE_COMPARISON", ["value": "${event.ip}", "equals": "192.0.2.7"], true),
            ("VALUE_COMPARISON", ["value": "${event.nothing}", "notEquals": "x"], false),
            ("VALUE_COMPARISON", ["value": "${details.device.score}", "greaterEquals": 1000], true),
            ("VALUE_COMPARISON", ["value": "${details.device.score}", "greater": 1000], false),
            ("VALUE_COMPARISON", ["value": "${event.ip}", "lower": 5], false),
            ("VALUE_COMPARISON", ["value": "${event.ip}", "startsWith": "192."], true),
            ("VALUE_COMPARISON", ["value": "${event.ip}", "endsWith": ".8"], false),
            ("VALUE_COMPARISON", ["value": "${details.device.reason}", "containsIgnoreCase": "new_d"], true),
            ("STRING_LIST", ["contains": "${event.ip}", "list": ["192.0.2.6", "192.0.2.7"]], true),
            ("IP_COMPARISON", ["value": "${event.ip}", "equals": "::ffff:192.0.2.7"], true),
            ("IP_COMPARISON", ["value": "${event.ip}", "equals": "${event.nothing}"], false),
            ("GROUPS_INTERSECTION", ["contains": "${event.user.groups}", "list": ["admins"]], true),
            ("GROUPS_INTERSECTION", ["contains": "${event.user.groups}", "list": ["Admins"]], false),
            ("OR", ["or": []], false), ("AND", ["and": []], true),
        ] as [(String, JSONObject, Bool)])
    func conditions(_ type: String, _ members: JSONObject, _ holds: Bool) throws {
        var condition = members
        condition["type"] = .string(type)
        let set = try Scene.set([["name": "c", "condition": .object(condition), "result": level("HIGH")]])
        #expect(set.evaluate(facts(answer: nil), with: declared).level == (holds ? .high : .low))
    }

    @Test("depth and cost of a condition are bounded")
    func bounded() throws {
        func nested(_ depth: Int) -> JSONValue {
            depth == 1 ? ["type": "AND", "and": []] : ["type": "NOT", "not": nested(depth - 1)]
        }
        _ = try RiskCondition(json: nested(8))
        #expect(throws: RiskError(.tooComplex, "")) { try RiskCondition(json: nested(9)) }
        let texts = JSONValue.array((0..<600).map { .string("\($0)") })
        let list: JSONValue = ["type": "STRING_LIST", "contains": "${event.ip}", "list": texts]
        _ = try RiskCondition(json: list)
        #expect(throws: RiskError(.tooComplex, "")) { try RiskCondition(json: ["type": "OR", "or": [list, list]]) }
        func looking(_ count: Int) -> JSONValue {
            let one: JSONValue = [
                "type": "VALUE_COMPARISON", "value": "${event.ip}", "containsIgnoreCase": .string(String(repeating: "a", count: 1024)),
            ]
            return ["type": "OR", "or": .array(Array(repeating: one, count: count))]
        }
        _ = try RiskCondition(json: looking(15))
        #expect(throws: RiskError(.tooComplex, "")) { try RiskCondition(json: looking(16)) }
    }

    @Test(
        "a text is found wherever it stands, letters of ASCII without their case",
        arguments: [
            ("aab", "aaaab", true), ("aab", "aaaa", false), ("ABABC", "xababdababc", true), ("abab", "abaabab", true),
            ("é", "CAF\u{c9}", false),
            ("caf", "CAFÉ", true), ("a", "", false), ("", "", true), ("aabaaab", "aabaabaaab", true),
        ])
    func found(needle: String, text: String, isFound: Bool) throws {
        let condition: JSONValue = ["type": "VALUE_COMPARISON", "value": "${event.ip}", "containsIgnoreCase": .string(needle)]
        let set = try Scene.set([["name": "c", "condition": condition, "result": level("HIGH")]])
        var facts = RiskFacts(now: 0)
        facts.event["ip"] = .text(text)
        #expect(set.evaluate(facts, with: []).level == (isFound ? .high : .low))
    }

    @Test("the conditions of a set are bounded together, and so are those of a realm's predictors")
    func boundedTogether() throws {
        let texts = JSONValue.array((0..<600).map { .string("\($0)") })
        let list: JSONValue = ["type": "STRING_LIST", "contains": "${event.ip}", "list": texts]
        let policy: JSONValue = ["name": "p", "condition": list, "result": level("HIGH")]
        _ = try Scene.set(Array(repeating: policy, count: 8))
        #expect(throws: RiskError(.tooComplex, "")) { try Scene.set(Array(repeating: policy, count: 9)) }
        let predictor = try RiskPredictor(json: [
            "compactName": "c", "type": "COMPOSITE",
            "compositions": [["level": "HIGH", "condition": list], ["level": "LOW", "condition": list]],
        ])
        try RiskPredictor.check(Array(repeating: predictor, count: 4))
        #expect(throws: RiskError(.tooComplex, "")) { try RiskPredictor.check(Array(repeating: predictor, count: 5)) }
    }

    @Test(
        "what makes no sense is refused",
        arguments: [
            ["type": "XOR"], ["type": "VALUE_COMPARISON", "value": "event.ip", "equals": "x"],
            ["type": "VALUE_COMPARISON", "value": "${event.ip}"],
            ["type": "VALUE_COMPARISON", "value": "${e}", "equals": "a", "greater": 1],
            ["type": "IP_RANGE", "contains": "${event.ip}", "ipRange": ["10.0.0.0/33"]], ["type": "AND"], ["type": "NOT"],
            ["type": "AGGREGATED_SCORES", "aggregatedScores": [], "between": ["minScore": 5, "maxScore": 4]],
        ] as [JSONValue])
    func malformed(_ condition: JSONValue) {
        #expect(throws: RiskError(.malformed, "")) { try RiskCondition(json: condition) }
    }

    @Test(
        "a usual sign-in passes; a new device in another country two hours later needs more; a script is to be stopped",
        arguments: [
            (Scene.berlin, true, 4000, RiskLevel.low, nil), (Scene.lisbon, false, 4000, .high, nil),
            (Scene.berlin, true, 40, .high, "BOT_MITIGATION"),
        ] as [(Place, Bool, Int, RiskLevel, String?)])
    func story(_ place: Place, _ isKnown: Bool, _ answer: Int, _ level: RiskLevel, _ action: String?) throws {
        let types = ["GEO_VELOCITY", "DEVICE", "BOT"]
        let declared = try types.map { try RiskPredictor(json: ["compactName": .string($0.filter { $0 != "_" }), "type": .string($0)]) }
        let any = declared.map { predictor -> JSONValue in
            ["type": "VALUE_COMPARISON", "value": .string("${details.\(predictor.compactName).level}"), "equals": "HIGH"]
        }
        let set = try Scene.set([["name": "any", "condition": ["type": "OR", "or": .array(any)], "result": self.level("HIGH")]])
        var facts = RiskFacts(now: Scene.now)
        facts.event["ip"] = .text("192.0.2.7")
        facts.place = .found(place)
        facts.previous = PastSuccess(time: Scene.now - 7200, place: Scene.berlin)
        facts.device = DeviceFacts(isKnown: isKnown, knownCount: 1)
        facts.bot = BotFacts(fastestAnswer: answer, touches: 2)
        let evaluation = set.evaluate(facts, with: declared)
        #expect(evaluation.level == level && evaluation.recommendedAction == action && evaluation.missing.isEmpty)
        #expect(evaluation.details.allSatisfy { !$0.result.reasons.isEmpty })
    }
}
