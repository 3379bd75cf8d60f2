import Primitives
import ResourceMessages
import RiskScoring
import RiskSignals
import Testing

@Suite("The members of declared predictors and policy sets: each acts, or is refused when it is declared")
struct DeclarationTests {
    // MARK: - Refused

    @Test(
        "a member that would have no effect in a predictor of its type is refused by its place",
        arguments: [
            ("VELOCITY", ["maxDelay": ["unit": "DAY", "quantity": 1]], "maxDelay"), ("VELOCITY", ["days": 20], "days"),
            ("VELOCITY", ["fallback": ["strategy": "OTHER", "medium": 2, "high": 3]], "fallback.strategy"),
            ("VELOCITY", ["fallback": ["medium": 3, "high": 2]], "fallback.high"), ("BOT", ["use": ["medium": 2]], "use"),
            ("VELOCITY", ["of": "${details.bot.level}"], "of"), ("VELOCITY", ["by": []], "by"),
            ("BOT", ["default": ["result": ["level": "LOW", "type": "OTHER"]]], "default.result.type"),
            ("BOT", ["default": ["evaluated": false]], "default.evaluated"), ("EMAIL_REPUTATION", ["whiteList": []], "whiteList"),
            ("MAP", ["map": ["high": ["contains": "${event.ip}", "ipRange": [], "list": []]]], "map.high"),
            ("MAP", ["map": ["low": ["contains": "${event.ip}", "list": []]], "condition": ["scores": []]], "condition"),
            ("MAP", ["map": ["low": ["contains": "${event.n}", "between": ["minScore": 2, "maxScore": 1]]]], "map.low.between.maxScore"),
            ("USER_LOCATION_ANOMALY", ["radius": ["distance": 120, "unit": "miles"]], "radius.distance"),
            ("GEO_VELOCITY", ["whiteList": ["192.0.2.0/24", "192.0.2.0/40"]], "whiteList[1]"),
            (
                "COMPOSITE", ["compositions": [["level": "LOW", "condition": ["type": "NOT", "not": ["type": "IP_RANGE", "list": []]]]]],
                "compositions[0].condition.not.contains"
            ),
        ] as [(String, JSONObject, String)])
    func predictors(_ type: String, _ members: JSONObject, _ place: String) {
        #expect(places(RiskPredictor.form, Scene.declaration(type, members)).first == place)
    }

    @Test("a predictor has a label, a name and a type that is known", arguments: ["name", "compactName", "type"])
    func required(_ name: String) {
        var declared = Scene.declaration("BOT", [:])
        declared[name] = nil
        #expect(places(RiskPredictor.form, declared) == [name])
        declared[name] = "no such one"
        #expect(places(RiskPredictor.form, declared) == (name == "name" ? [] : [name]))
    }

    @Test("what many clients send, and nothing acts upon, is taken: a default's weight and score, and the sliding window's sample")
    func ignored() {
        let told: JSONObject = [
            "default": ["weight": 5, "score": 50, "evaluated": true, "result": ["type": "VALUE", "level": "LOW"]], "description": .null,
        ]
        #expect(places(RiskPredictor.form, Scene.declaration("BOT", told)) == [])
        let window: JSONObject = [
            "slidingWindow": ["unit": "DAY", "quantity": 7, "minSample": 3],
            "fallback": ["strategy": "ENVIRONMENT_MAX", "medium": 1, "high": 1],
        ]
        #expect(places(RiskPredictor.form, Scene.declaration("VELOCITY", window)) == [])
    }

    @Test(
        "what would have no effect in a policy set is refused by its place",
        arguments: [
            (["scores": []], "scores"), (["defaultResult": ["level": "LOW", "type": "OTHER"]], "defaultResult.type"),
            (["riskPolicies": [policy(["weight": 1])]], "riskPolicies[0].weight"), (["triggers": [trigger(["at": 1])]], "triggers[0].at"),
            (["riskPolicies": [policy(["result": ["level": "LOW", "score": 1]])]], "riskPolicies[0].result.score"),
            (["riskPolicies": [policy(["result": ["level": "LOW", "type": "OTHER"]])]], "riskPolicies[0].result.type"),
            (["riskPolicies": [policy(["condition": ["type": "AND", "and": [], "or": []]])]], "riskPolicies[0].condition.or"),
            (["riskPolicies": [policy(["priority": 2]), policy(["priority": 1])]], "riskPolicies[1].priority"),
            (["riskPolicies": [policy(["priority": 1]), policy([:])]], "riskPolicies[1].priority"),
            (["riskPolicies": [policy(["priority": 1]), policy(["priority": 2])]], nil),
            (["riskPolicies": [policy([:])], "description": .null, "triggers": [trigger(["expiresAt": "2026-01-31T00:00:00Z"])]], nil),
        ] as [(JSONObject, String?)])
    func policySets(_ members: JSONObject, _ place: String?) {
        var declared = members
        declared["name"] = "set"
        #expect(places(RiskPolicySet.form, declared).first == place)
    }

    private static func policy(_ members: JSONObject) -> JSONValue {
        var all: JSONObject = ["name": "p", "condition": ["type": "AND", "and": []], "result": ["level": "HIGH"]]
        for member in members.members { all[member.name] = member.value }
        return .object(all)
    }

    private static func trigger(_ members: JSONObject) -> JSONValue {
        var all: JSONObject = ["type": "POLICY_SET_STAGING", "policySet": ["id": "6a1f3c7e-0c52-4f0e-9c64-0d6a4b8f1a11"]]
        for member in members.members { all[member.name] = member.value }
        return .object(all)
    }

    /// The places of the problems that a form finds.
    private func places<Value>(_ form: Form<Value>, _ members: JSONObject) -> [String] {
        do {
            _ = try form.value(of: .object(members))
            return []
        } catch { return error.problems.map(\.target) }
    }

    // MARK: - Written and stored

    @Test("a predictor of each type is written as it was read", arguments: PredictorType.allCases)
    func written(_ type: PredictorType) throws {
        let condition: JSONValue = [
            "type": "OR",
            "or": [
                ["type": "VALUE_COMPARISON", "value": "${event.n}", "lowerEquals": 7],
                ["type": "NOT", "not": ["type": "IP_COMPARISON", "value": "${event.ip}", "equals": "2001:db8::1"]],
                ["type": "IP_RANGE", "contains": "${event.ip}", "ipRange": ["192.0.2.0/24", "2001:db8::/32"]],
                ["type": "GROUPS_INTERSECTION", "contains": "${event.user.groups}", "list": ["staff"]],
            ],
        ]
        let own: [PredictorType: JSONObject] = [
            .map: ["map": ["low": ["contains": "${event.n}", "between": ["minScore": -2, "maxScore": 1]]]],
            .composite: ["compositions": [["level": "HIGH", "condition": condition]]],
            .velocity: ["use": ["medium": 2.5], "every": ["unit": "MIN", "quantity": 5], "slidingWindow": ["unit": "HOUR"]],
            .geoVelocity: ["whiteList": ["192.0.2.1", "192.0.2.0/25"]],
            .trafficAnomaly: [
                "rules": [
                    [
                        "type": "UNIQUE_USERS_PER_DEVICE", "enabled": false, "interval": ["unit": "DAY", "quantity": 2],
                        "threshold": ["medium": 1, "high": 2],
                    ]
                ]
            ],
        ]
        let json = JSONValue.object(Scene.declaration(type.rawValue, own[type] ?? [:]))
        let read = try RiskPredictor.form.value(of: json)
        #expect(read.type == type && read.compactName == "p")
        let written = RiskPredictor.form.write(read)
        #expect(try RiskPredictor.form.value(of: written) == read, "\(written.text)")
    }

    @Test("what was stored is read by its types alone: what nothing knows is passed over, and numbers are the nearest within their bounds")
    func stored() throws {
        let declared = Scene.declaration("VELOCITY", ["maxDelay": 1, "every": ["unit": "DAY", "quantity": 4_000_000_000]])
        let read = try RiskPredictor(id: "7", stored: .object(declared))
        #expect(read.id == "7" && read.counting?.window == 365 * 86_400 && read.counting?.past == 604_800)
        #expect(read.counting?.of == "ip" && read.counting?.by == ["user.id"])
        #expect(throws: ShapeError(.invalid, at: "type", "")) { try RiskPredictor(id: "7", stored: ["type": "OTHER"]) }
    }

    // MARK: - Values

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
