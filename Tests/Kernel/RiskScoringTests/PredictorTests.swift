import Primitives
import RiskScoring
import RiskSignals
import Testing

@Suite("The thirteen predictors")
struct PredictorTests {
    @Test(
        "without the source outside, each says that it has none; without its input, that it lacks it",
        arguments: [
            ("ANONYMOUS_NETWORK", "UNLICENSED"), ("IP_REPUTATION", "UNLICENSED"), ("GEO_VELOCITY", "UNLICENSED"),
            ("USER_LOCATION_ANOMALY", "UNLICENSED"), ("EMAIL_REPUTATION", "MISSING_INPUT"), ("ADVERSARY_IN_THE_MIDDLE", "NOT_CONFIGURED"),
            ("BOT", "MISSING_INPUT"), ("DEVICE", "MISSING_INPUT"), ("TRAFFIC_ANOMALY", "NOT_CONFIGURED"),
            ("USER_RISK_BEHAVIOR", "MISSING_INPUT"), ("VELOCITY", "MISSING_INPUT"),
        ])
    func nothing(_ type: String, _ status: String) throws {
        let result = try Scene.result(type)
        #expect(result.summary == status && result.level == nil)
        let defaulted = try Scene.result(type, ["default": ["result": ["level": "MEDIUM"]]])
        #expect(defaulted.level == .medium && defaulted.score == 500 && defaulted.status?.rawValue == status)
    }

    @Test("there are thirteen") func thirteen() { #expect(PredictorType.allCases.count == 13) }

    @Test(
        "ANONYMOUS_NETWORK",
        arguments: [
            (.found(true), "192.0.2.7", "1000 ANONYMOUS_NETWORK"), (.found(false), "192.0.2.7", "0 NOT_LISTED"),
            (.unknown, "192.0.2.7", "0 NOT_LISTED"), (.found(true), "203.0.113.9", "0 ALLOWED_ADDRESS"),
            (.found(true), "x", "MISSING_INPUT"),
        ] as [(Lookup<Bool>, String, String)])
    func anonymousNetwork(_ answer: Lookup<Bool>, _ address: String, _ expected: String) throws {
        let result = try Scene.result("ANONYMOUS_NETWORK", ["whiteList": ["203.0.113.0/24"]]) {
            $0.anonymousNetwork = answer
            $0.event["ip"] = .text(address)
        }
        #expect(result.summary == expected)
    }

    @Test("IP_REPUTATION", arguments: [(0, "0 LISTED"), (55, "550 LISTED"), (100, "1000 LISTED")])
    func ipReputation(_ standing: Int, _ expected: String) throws {
        #expect(try Scene.result("IP_REPUTATION") { $0.addressReputation = .found(standing) }.summary == expected)
        #expect(try Scene.result("IP_REPUTATION") { $0.addressReputation = .unknown }.summary == "0 NOT_LISTED")
    }

    @Test("EMAIL_REPUTATION")
    func emailReputation() throws {
        func result(_ answer: Lookup<Int>) throws -> String {
            try Scene.result("EMAIL_REPUTATION") {
                $0.event["user.emailDomain"] = .text("mail.example")
                $0.emailReputation = answer
            }.summary
        }
        #expect(try result(.unlicensed) == "UNLICENSED" && result(.unknown) == "UNKNOWN_DOMAIN" && result(.found(70)) == "700 LISTED")
    }

    @Test(
        "ADVERSARY_IN_THE_MIDDLE",
        arguments: [
            ("Login.Example.com", "0 ALLOWED_DOMAIN"), ("a.login.example.com", "0 ALLOWED_DOMAIN"),
            ("xlogin.example.com", "1000 FOREIGN_DOMAIN"), ("example.com", "1000 FOREIGN_DOMAIN"),
        ])
    func middle(_ seen: String, _ expected: String) throws {
        let result = try Scene.result("ADVERSARY_IN_THE_MIDDLE", ["domainWhiteList": ["login.EXAMPLE.com"]]) { $0.originDomain = seen }
        #expect(result.summary == expected)
    }

    @Test(
        "GEO_VELOCITY: from Berlin two hours ago",
        arguments: [
            (Scene.berlin, 7200, "0 POSSIBLE_TRAVEL"), (Scene.lisbon, 7200, "1000 IMPOSSIBLE_TRAVEL"),
            (Scene.lisbon, 14_400, "565 FAST_TRAVEL"), (Scene.lisbon, 86_400, "94 POSSIBLE_TRAVEL"),
            (Scene.sydney, -5, "1000 IMPOSSIBLE_TRAVEL"),
        ])
    func geoVelocity(_ place: Place, _ ago: Int, _ expected: String) throws {
        let result = try Scene.result("GEO_VELOCITY") {
            $0.place = .found(place)
            $0.previous = PastSuccess(time: Scene.now - ago, address: "198.51.100.1", place: Scene.berlin)
        }
        #expect(result.summary == expected)
    }

    @Test("GEO_VELOCITY without a past, an unknown place, an allowed address of either time")
    func geoVelocityMissing() throws {
        #expect(try Scene.result("GEO_VELOCITY") { $0.place = .found(Scene.berlin) }.summary == "IN_TRAINING_PERIOD")
        #expect(try Scene.result("GEO_VELOCITY") { $0.place = .unknown }.summary == "UNKNOWN_PLACE")
        let allowed = try Scene.result("GEO_VELOCITY", ["whiteList": ["198.51.100.1"]]) {
            $0.place = .found(Scene.sydney)
            $0.previous = PastSuccess(time: Scene.now - 60, address: "198.51.100.1", place: Scene.berlin)
        }
        #expect(allowed.summary == "0 ALLOWED_ADDRESS")
    }

    @Test(
        "USER_LOCATION_ANOMALY: three times in Berlin",
        arguments: [
            (3, Scene.berlin, "0 USUAL_PLACE"), (3, Scene.lisbon, "1000 UNUSUAL_PLACE"), (2, Scene.berlin, "IN_TRAINING_PERIOD"),
            (3, Place(latitude: 53_551_000, longitude: 9_994_000), "605 UNUSUAL_PLACE"),
        ])
    func location(_ count: Int, _ place: Place, _ expected: String) throws {
        let result = try Scene.result("USER_LOCATION_ANOMALY", ["days": 30]) {
            $0.place = .found(place)
            $0.successes = (0..<count).map { PastSuccess(time: Scene.now - $0 * 86_400, place: Scene.berlin) }
            $0.successes.append(PastSuccess(time: Scene.now - 31 * 86_400, place: Scene.lisbon))
        }
        #expect(result.summary == expected)
    }

    @Test(
        "DEVICE: NEW_DEVICE",
        arguments: [
            (DeviceFacts(isKnown: true, knownCount: 1), "0 KNOWN_DEVICE"), (DeviceFacts(isKnown: false, knownCount: 0), "300 FIRST_DEVICE"),
            (DeviceFacts(isKnown: false, knownCount: 2, distance: 10), "460 NEW_DEVICE"),
            (DeviceFacts(isKnown: false, knownCount: 2), "1000 NEW_DEVICE"),
        ])
    func newDevice(_ device: DeviceFacts, _ expected: String) throws {
        #expect(try Scene.result("DEVICE") { $0.device = device }.summary == expected)
        #expect(
            try Scene.result("DEVICE", ["shouldValidatePayloadSignature": true]) { $0.device = device }.summary == "1000 PAYLOAD_NOT_SIGNED"
        )
        let later = try Scene.result("DEVICE", ["activationAt": .integer(Int64(Scene.now + 1))]) { $0.device = device }
        #expect(later.summary == "NOT_ACTIVE")
    }

    @Test("DEVICE: SUSPICIOUS_DEVICE", arguments: [(0, "0 NOTHING_NOTICED"), (650, "650 TAMPERING")])
    func suspiciousDevice(_ tampering: Int, _ expected: String) throws {
        let result = try Scene.result("DEVICE", ["detect": "SUSPICIOUS_DEVICE"]) {
            $0.device = DeviceFacts(isKnown: true, knownCount: 1, tampering: tampering)
        }
        #expect(result.summary == expected)
    }

    @Test(
        "TRAFFIC_ANOMALY",
        arguments: [
            (1, "80 USUAL_TRAFFIC"), (5, "400 MANY_USERS_PER_DEVICE"), (10, "700 MANY_USERS_PER_DEVICE"),
            (40, "1000 MANY_USERS_PER_DEVICE"),
        ])
    func traffic(_ users: Int, _ expected: String) throws {
        let rule: JSONValue = [
            "type": "UNIQUE_USERS_PER_DEVICE", "enabled": true, "interval": ["unit": "DAY", "quantity": 1],
            "threshold": ["medium": 5, "high": 10],
        ]
        let result = try Scene.result("TRAFFIC_ANOMALY", ["rules": [rule]]) {
            $0.device = DeviceFacts(isKnown: true, knownCount: 1, users: [86_400: users])
        }
        #expect(result.summary == expected)
    }

    @Test(
        "BOT: like a user, like a script",
        arguments: [
            (BotFacts(fastestAnswer: 3000, strokes: 12, interval: 160, deviation: 60, touches: 3), "0 LIKE_A_USER"),
            (BotFacts(fastestAnswer: 40), "1000 INSTANT_ANSWER"), (BotFacts(fastestAnswer: 40, touches: 1), "700 INSTANT_ANSWER"),
            (BotFacts(fastestAnswer: 200, touches: 1), "400 FAST_ANSWER"), (BotFacts(isAutomated: true), "1000 AUTOMATED_BROWSER"),
            (BotFacts(fastestAnswer: 900, strokes: 10, interval: 100, deviation: 2), "500 EVEN_TYPING"),
            (BotFacts(fastestAnswer: 900, strokes: 10, interval: 5, deviation: 4), "600 INSTANT_TYPING"),
            (BotFacts(fastestAnswer: 900), "300 NO_INTERACTION"),
        ])
    func bot(_ facts: BotFacts, _ expected: String) throws {
        #expect(try Scene.result("BOT") { $0.bot = facts }.summary == expected)
    }

    @Test(
        "BOT without signals",
        arguments: [(2, "MISSING_INPUT"), (3, "400 REPEATED_EVENTS_WITHOUT_SDK"), (100, "1000 REPEATED_EVENTS_WITHOUT_SDK")])
    func botWithoutSignals(_ count: Int, _ expected: String) throws {
        let result = try Scene.result("BOT", ["includeRepeatedEventsWithoutSdk": true]) { $0.eventsWithoutSignals = count }
        #expect(result.summary == expected)
        #expect(try Scene.result("BOT") { $0.eventsWithoutSignals = count }.summary == "MISSING_INPUT")
    }

    @Test(
        "USER_RISK_BEHAVIOR",
        arguments: [
            (9, 9, "IN_TRAINING_PERIOD"), (10, 10, "0 USUAL_BEHAVIOR"), (10, 0, "1000 UNUSUAL_HOURS"), (100, 10, "500 USUAL_BEHAVIOR"),
        ])
    func behavior(_ total: Int, _ alike: Int, _ expected: String) throws {
        let counts = BehaviorCounts(total: total, alike: [.hours: alike, .system: alike])
        #expect(try Scene.result("USER_RISK_BEHAVIOR") { $0.userBehavior = counts }.summary == expected)
        let organization = try Scene.result("USER_RISK_BEHAVIOR", ["predictionModel": ["name": "login_anomaly_statistic"]]) {
            $0.organizationBehavior = counts
        }
        #expect(organization.summary == (total < 100 ? "IN_TRAINING_PERIOD" : "0 USUAL_BEHAVIOR"))
    }

    @Test(
        "VELOCITY: thresholds from the user's windows, the environment's, the declaration's, ours",
        arguments: [
            (VelocityFacts(count: 9, samples: [4, 4, 4, 4, 4]), "475 HIGH_VELOCITY", "CALCULATED"),
            (VelocityFacts(count: 9, samples: [4], environment: [1, 1, 1, 1, 1]), "940 HIGH_VELOCITY", "ENVIRONMENT_FALLBACK"),
            (VelocityFacts(count: 9, samples: [4]), "360 USUAL_VELOCITY", "MIN_NOT_REACHED"),
        ])
    func velocity(_ facts: VelocityFacts, _ expected: String, _ source: String) throws {
        let settings: JSONObject = ["fallback": ["medium": 10, "high": 30], "every": ["unit": "HOUR", "quantity": 1, "minSample": 5]]
        let result = try Scene.result("VELOCITY", settings) { $0.velocities["p"] = facts }
        #expect(result.summary == expected && result.reasons.last == source)
        let builtIn = try Scene.result("VELOCITY") { $0.velocities["p"] = VelocityFacts(count: 30) }
        #expect(builtIn.summary == "700 HIGH_VELOCITY" && builtIn.reasons.last == "DEFAULT_FALLBACK")
    }

    @Test(
        "MAP: high before medium before low",
        arguments: [("5", "1000 MATCH_HIGH"), ("50", "500 MATCH_MEDIUM"), ("500", "0 MATCH_LOW"), ("x", "MISSING_INPUT")])
    func map(_ amount: String, _ expected: String) throws {
        let map: JSONValue = [
            "high": ["contains": "${event.amount}", "between": ["minScore": 0, "maxScore": 9]],
            "medium": ["contains": "${event.amount}", "list": ["50", "5"]],
            "low": ["contains": "${event.amount}", "between": ["minScore": 0, "maxScore": 1000]],
        ]
        #expect(try Scene.result("MAP", ["map": map]) { $0.event["amount"] = .text(amount) }.summary == expected)
    }

    @Test("COMPOSITE sees the results of the others")
    func composite() throws {
        let condition: JSONValue = [
            "type": "AND",
            "and": [
                ["type": "VALUE_COMPARISON", "value": "${details.device.level}", "equals": "HIGH"],
                ["type": "NOT", "not": ["type": "IP_RANGE", "contains": "${event.ip}", "ipRange": ["10.0.0.0/8"]]],
            ],
        ]
        let declared = [
            try Scene.predictor("COMPOSITE", ["compositions": [["level": "HIGH", "condition": condition]]]),
            try RiskPredictor(json: ["compactName": "device", "type": "DEVICE"]),
        ]
        var facts = RiskFacts(now: Scene.now)
        facts.device = DeviceFacts(isKnown: false, knownCount: 3)
        for (address, expected) in [("192.0.2.7", "1000 MATCH_HIGH"), ("10.1.2.3", "0 NO_MATCH")] {
            facts.event["ip"] = .text(address)
            let details = try Scene.set().evaluate(facts, with: declared).details
            #expect(details.map(\.name) == ["device", "p"] && details.last?.result.summary == expected)
        }
    }

    @Test("the distance of two devices")
    func distance() {
        let one = DeviceAttributes([.osName: "Linux", .model: "X", .osVersion: "1", .userAgent: "a"])
        let updated = DeviceAttributes([.osName: "Linux", .model: "X", .osVersion: "2", .userAgent: "b"])
        #expect(DeviceDistance.between(one, updated) == 0)
        #expect(DeviceDistance.between(one, DeviceAttributes([.osName: "Linux", .model: "Y"])) == 55)
        #expect(
            DeviceDistance.between(one, DeviceAttributes()) == 100 && DeviceDistance.between(DeviceAttributes(), DeviceAttributes()) == 100)
    }

    @Test("behaviour is summed up from events")
    func summary() {
        let samples: [BehaviorSample] = [
            .answer(.init(duration: 900)), .answer(.init(duration: 300)), .keys(.init(strokes: 10, interval: 100, deviation: 10)),
            .keys(.init(strokes: 30, interval: 200, deviation: 50)), .touch(.init(duration: 5)), .motion(.init(samples: 3, deviation: 9)),
        ]
        let events = samples.map { SignalEvent(number: 0, time: 0, .behavior($0)) }
        let expected = BotFacts(fastestAnswer: 300, strokes: 40, interval: 175, deviation: 40, touches: 1, motions: 1)
        #expect(BotFacts(events) == expected)
        #expect(BotFacts([SignalEvent(number: 0, time: 0, .state(.started))]) == nil)
    }
}
