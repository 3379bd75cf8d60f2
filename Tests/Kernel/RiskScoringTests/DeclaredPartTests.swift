import Primitives
import RiskScoring
import RiskSignals
import Testing

@Suite("The members of declared predictors and policy sets: each acts, or is refused when it is declared")
struct DeclaredPartTests {
    // MARK: - Refused

    @Test(
        "a member that would have no effect in a predictor of its type is refused by its place",
        arguments: [
            ("VELOCITY", ["maxDelay": ["unit": "DAY", "quantity": 1]], "maxDelay"), ("MAP", ["condition": ["scores": []]], "condition"),
            ("VELOCITY", ["fallback": ["strategy": "OTHER", "medium": 2, "high": 3]], "fallback.strategy"),
            ("VELOCITY", ["days": 20], "days"), ("BOT", ["use": ["medium": 2]], "use"),
            ("BOT", ["default": ["result": ["level": "LOW", "type": "OTHER"]]], "default.result.type"),
            ("BOT", ["default": ["evaluated": false]], "default.evaluated"),
            ("MAP", ["map": ["high": ["contains": "${event.ip}", "ipRange": [], "list": []]]], "map.high"),
            (
                "COMPOSITE", ["compositions": [["condition": ["type": "NOT", "not": ["type": "IP_RANGE", "list": []]]]]],
                "compositions.condition.not.list"
            ),
        ] as [(String, JSONObject, String)])
    func predictors(_ type: String, _ members: JSONObject, _ place: String) {
        var declared = members
        declared["type"] = .string(type)
        let refusal = DeclaredPart.predictor(type)?.refusal(of: .object(declared))
        #expect(refusal?.place == place)
    }

    @Test("what many clients send, and nothing acts upon, is taken: a default's weight and score, and the sliding window's sample")
    func ignored() {
        let told: JSONValue = ["type": "BOT", "default": ["weight": 5, "score": 50, "evaluated": true, "result": ["type": "VALUE"]]]
        #expect(DeclaredPart.predictor("BOT")?.refusal(of: told)?.place == nil)
        let window: JSONValue = [
            "slidingWindow": ["unit": "DAY", "quantity": 7, "minSample": 3], "fallback": ["strategy": "ENVIRONMENT_MAX"],
        ]
        #expect(DeclaredPart.predictor("VELOCITY")?.refusal(of: window)?.place == nil)
        #expect(DeclaredPart.predictor("OTHER")?.name == nil)
    }

    @Test(
        "what would have no effect in a policy set is refused by its place",
        arguments: [
            (["scores": []], "scores"), (["defaultResult": ["type": "OTHER"]], "defaultResult.type"),
            (["riskPolicies": [["weight": 1]]], "riskPolicies.weight"), (["triggers": [["at": 1]]], "triggers.at"),
            (["riskPolicies": [["result": ["score": 1]]]], "riskPolicies.result.score"),
            (["riskPolicies": [["result": ["type": "OTHER"]]]], "riskPolicies.result.type"),
            (["riskPolicies": [["condition": ["type": "AND", "or": []]]]], "riskPolicies.condition.or"),
            (["riskPolicies": [["priority": 2], ["priority": 1]]], "riskPolicies.priority"),
            (["riskPolicies": [["priority": 1], ["name": "second"]]], "riskPolicies.priority"),
            (["riskPolicies": [["priority": 1], ["priority": 2]]], nil), (["riskPolicies": [["name": "x"]], "description": .null], nil),
        ] as [(JSONValue, String?)])
    func policySets(_ members: JSONValue, _ place: String?) {
        let refusal = DeclaredPart.policySet.refusal(of: members)
        #expect(refusal?.place == place)
    }

    @Test(
        "a value that predictors of a type don't know is refused by its reader",
        arguments: [
            ("VELOCITY", ["measure": "SUM"]), ("VELOCITY", ["use": ["type": "OTHER"]]),
            ("USER_RISK_BEHAVIOR", ["predictionModel": ["name": "x"]]),
            ("DEVICE", ["detect": "OTHER"]),
            (
                "TRAFFIC_ANOMALY",
                ["rules": [["type": "OTHER", "interval": ["unit": "DAY", "quantity": 1], "threshold": ["medium": 1, "high": 2]]]]
            ),
        ] as [(String, JSONObject)])
    func values(_ type: String, _ members: JSONObject) {
        #expect(throws: RiskError(.malformed, "")) { try Scene.predictor(type, members) }
    }

    // MARK: - Acting

    @Test("IP_REPUTATION: an address of whiteList has a good standing")
    func reputation() throws {
        for (range, expected) in [("192.0.2.0/24", "0 ALLOWED_ADDRESS"), ("198.51.100.0/24", "900 LISTED")] {
            let result = try Scene.result("IP_REPUTATION", ["whiteList": [.string(range)]]) { $0.addressReputation = .found(90) }
            #expect(result.summary == expected)
        }
    }

    @Test("USER_LOCATION_ANOMALY: a place is usual within the radius, and less unusual beyond a greater one")
    func radius() throws {
        let hamburg = Place(latitude: 53_551_000, longitude: 9_994_000)
        func score(_ distance: Int, _ unit: String) throws -> Int {
            let radius: JSONValue = ["distance": .integer(Int64(distance)), "unit": .string(unit)]
            let result = try Scene.result("USER_LOCATION_ANOMALY", ["radius": radius]) {
                $0.place = .found(hamburg)
                $0.successes = (0..<3).map { PastSuccess(time: Scene.now - $0 * 86_400, place: Scene.berlin) }
            }
            return try #require(result.score)
        }
        #expect(try score(16, "kilometers") > score(160, "kilometers"))
        #expect(try score(50, "kilometers") > score(50, "miles"))
        #expect(throws: RiskError(.malformed, "")) { try score(5, "kilometers") }
    }

    @Test("TRAFFIC_ANOMALY: rules that are enabled count within their interval, by their thresholds")
    func rules() throws {
        func summary(enabled: Bool = true, _ unit: String, _ quantity: Int64, _ medium: Int64, _ high: Int64) throws -> String {
            let rule: JSONValue = [
                "type": "UNIQUE_USERS_PER_DEVICE", "enabled": .bool(enabled),
                "interval": ["unit": .string(unit), "quantity": .integer(quantity)],
                "threshold": ["medium": .integer(medium), "high": .integer(high)],
            ]
            return try Scene.result("TRAFFIC_ANOMALY", ["rules": [rule]]) {
                $0.device = DeviceFacts(isKnown: true, knownCount: 1, users: [7200: 4, 86_400: 8])
            }.summary
        }
        #expect(try summary(enabled: false, "DAY", 1, 4, 8) == "NOT_CONFIGURED")
        #expect(try summary("DAY", 1, 4, 8) == "700 MANY_USERS_PER_DEVICE")
        #expect(try summary("HOUR", 2, 4, 8) == "400 MANY_USERS_PER_DEVICE")
        #expect(try summary("HOUR", 1, 4, 8) == "IN_TRAINING_PERIOD")
        #expect(try summary("DAY", 1, 8, 16) == "400 MANY_USERS_PER_DEVICE")
        #expect(try summary("DAY", 1, 4, 16) == "500 MANY_USERS_PER_DEVICE")
    }

    @Test(
        "VELOCITY: the multiples that thresholds are calculated by",
        arguments: [
            ([:], "475 HIGH_VELOCITY"), (["type": "POISSON_WITH_MAX", "medium": 3], "360 USUAL_VELOCITY"),
            (["high": 2], "700 HIGH_VELOCITY"),
        ] as [(JSONValue, String)])
    func multiples(_ use: JSONValue, _ expected: String) throws {
        let result = try Scene.result("VELOCITY", ["use": use]) {
            $0.velocities["p"] = VelocityFacts(count: 9, samples: [4, 4, 4, 4, 4])
        }
        #expect(result.summary == expected)
    }

    @Test("VELOCITY: so many windows are enough to calculate from", arguments: [(2, "CALCULATED"), (3, "DEFAULT_FALLBACK")])
    func samples(_ least: Int64, _ source: String) throws {
        let result = try Scene.result("VELOCITY", ["every": ["unit": "HOUR", "minSample": .integer(least)]]) {
            $0.velocities["p"] = VelocityFacts(count: 9, samples: [4, 4])
        }
        #expect(result.reasons.last == source)
    }

    @Test(
        "VELOCITY: the declared thresholds, where there are too few windows",
        arguments: [(10, 30, "360 USUAL_VELOCITY"), (5, 30, "448 HIGH_VELOCITY"), (5, 9, "700 HIGH_VELOCITY")])
    func fallback(_ medium: Int64, _ high: Int64, _ expected: String) throws {
        let result = try Scene.result("VELOCITY", ["fallback": ["medium": .integer(medium), "high": .integer(high)]]) {
            $0.velocities["p"] = VelocityFacts(count: 9)
        }
        #expect(result.summary == expected)
    }

    @Test("MAP: an address in one of the ranges", arguments: [("192.0.2.0/24", "500 MATCH_MEDIUM"), ("203.0.113.0/24", "MISSING_INPUT")])
    func ranges(_ range: String, _ expected: String) throws {
        let match: JSONValue = ["contains": "${event.ip}", "ipRange": [.string(range)]]
        #expect(try Scene.result("MAP", ["map": ["medium": match]]).summary == expected)
    }

    @Test(
        "VALUE_COMPARISON: of 5",
        arguments: [
            ("equals", "5", true), ("equals", "6", false), ("notEquals", "6", true), ("notEquals", "5", false), ("greater", "4", true),
            ("greater", "5", false), ("greaterEquals", "5", true), ("greaterEquals", "6", false), ("lower", "6", true),
            ("lower", "5", false),
            ("lowerEquals", "5", true), ("lowerEquals", "4", false), ("startsWith", "5", true), ("startsWith", "6", false),
            ("endsWith", "5", true), ("endsWith", "6", false), ("containsIgnoreCase", "5", true), ("containsIgnoreCase", "6", false),
        ])
    func operators(_ way: String, _ other: String, _ holds: Bool) throws {
        let condition: JSONValue = .object(
            JSONObject([("type", "VALUE_COMPARISON"), ("value", "${event.number}"), (way, .string(other))]))
        let set = try Scene.set([["name": "c", "condition": condition, "result": ["level": "HIGH"]]])
        var facts = RiskFacts(now: Scene.now)
        facts.event["number"] = .text("5")
        #expect(set.evaluate(facts, with: []).level == (holds ? .high : .low))
    }
}
