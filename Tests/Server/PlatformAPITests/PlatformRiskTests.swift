import DialectTesting
import Foundation
import HTTPTypes
import Primitives
import Testing

@Suite("Platform: risk")
struct PlatformRiskTests {
    private static let event: JSONObject = [
        "ip": "192.0.2.1", "origin": "CHECKOUT",
        "user": [
            "id": "customer-7", "name": "Ada", "type": "EXTERNAL", "email": "ada@mail.example", "groups": [["name": "staff"]],
        ],
        "flow": ["type": "AUTHENTICATION", "subtype": "ACTIVE_SESSION"], "targetResource": ["id": "shop", "name": "My Shop"],
        "session": ["id": "session-1"], "sharingType": "PRIVATE", "browser": ["userAgent": "Mozilla/5.0 Firefox/130"],
        "sdk": ["signals": ["data": "none.of.our.signals.here"]], "completionStatus": "IN_PROGRESS",
        "evaluatedFactors": ["type": "PASSWORD_BASED", "status": "SUCCESS"],
    ]

    @Test("an event is evaluated, read, and ended; what it says can be named in a policy")
    func evaluates() async throws {
        let platform = try await PlatformHarness()
        let policies: [(String, JSONValue)] = [
            ("${event.ip}", "192.0.2.1"), ("${event.user.id}", "customer-7"), ("${event.user.name}", "Ada"),
            ("${event.user.type}", "EXTERNAL"), ("${event.user.emailDomain}", "mail.example"), ("${event.flow.type}", "AUTHENTICATION"),
            ("${event.flow.subtype}", "ACTIVE_SESSION"), ("${event.targetResource.id}", "shop"),
            ("${event.targetResource.name}", "My Shop"),
            ("${event.session.id}", "session-1"), ("${event.sharingType}", "PRIVATE"), ("${event.origin}", "CHECKOUT"),
            ("${event.browser.userAgent}", "Mozilla/5.0 Firefox/130"), ("${event.evaluatedFactors.type}", "PASSWORD_BASED"),
            ("${event.evaluatedFactors.status}", "SUCCESS"),
        ]
        let all: JSONValue = .array(
            policies.map { ["type": "VALUE_COMPARISON", "value": .string($0.0), "equals": $0.1] }
                + [["type": "GROUPS_INTERSECTION", "contains": "${event.user.groups}", "list": ["staff"]]])
        let set = try await platform.send(
            .post, "/riskPolicySets",
            [
                "name": "Everything",
                "riskPolicies": [
                    ["name": "All", "condition": ["type": "AND", "and": all], "result": ["level": "MEDIUM", "value": "seen"]]
                ],
            ])
        #expect(set.status == .created, "\(set.text)")
        let made = try await platform.send(
            .post, "/riskEvaluations", ["event": .object(Self.event), "riskPolicySet": ["id": set.json["id"] ?? .null]])
        #expect(
            made.status == .created && made.json["result"]?["level"] == "MEDIUM" && made.json["result"]?["value"] == "seen", "\(made.text)")
        #expect(made.json["details"]?["signals"]?["status"] == "WRONG_KEY" && made.json["riskPolicySet"]?["name"] == "Everything")
        let byName = try await platform.send(
            .post, "/riskEvaluations", ["event": .object(Self.event), "riskPolicySet": ["name": "Everything"]])
        #expect(byName.json["result"]?["level"] == "MEDIUM")
        let id = try #require(made.json["id"]?.string)
        let read = try await platform.send(.get, "/riskEvaluations/\(id)")
        #expect(read.json["event"]?["user"]?["name"] == "Ada" && read.json["event"]?["sdk"] == nil)
        let ended = try await platform.send(.put, "/riskEvaluations/\(id)/event", ["completionStatus": "SUCCESS"])
        #expect(ended.status == .ok && ended.json["event"]?["completionStatus"] == "SUCCESS")
        let other = try await platform.send(.put, "/riskEvaluations/\(id)/event", ["completionStatus": "FAILED"])
        #expect(other.status == .conflict)
        let after = try await platform.send(.post, "/riskEvaluations", ["event": .object(Self.event)])
        #expect(after.json["details"]?["previousSuccessfulTransaction"]?["ip"] == "192.0.2.1")
        let token = Self.event.replacing("sdk", ["signals": ["token": "no.such-token"]])
        let byToken = try await platform.send(.post, "/riskEvaluations", ["event": .object(token)])
        #expect(byToken.json["details"]?["signals"]?["status"] == "UNKNOWN_INSTANCE")
    }

    @Test("members that are null are absent in what is kept and answered, at any depth")
    func nulls() async throws {
        let platform = try await PlatformHarness()
        let made = try await platform.send(
            .post, "/riskPredictors",
            [
                "name": "Odd", "compactName": "odd", "type": "COMPOSITE", "description": nil,
                "compositions": [["condition": ["type": "AND", "and": []], "level": "LOW", "value": nil]],
                "default": ["result": ["level": "LOW", "type": "VALUE"], "evaluated": nil, "weight": nil],
            ])
        #expect(made.status == .created && !made.text.contains("null"), "\(made.text)")
        #expect(made.json["default"] == ["result": ["level": "LOW", "type": "VALUE"]])
    }

    @Test("of several factors conditions find each; an event that has ended well teaches at once")
    func several() async throws {
        let platform = try await PlatformHarness()
        let condition: JSONValue = ["type": "STRING_LIST", "contains": "${event.evaluatedFactors.type}", "list": ["OTP_BASED"]]
        let set = try await platform.send(
            .post, "/riskPolicySets",
            ["name": "Factors", "riskPolicies": [["name": "One", "condition": condition, "result": ["level": "MEDIUM"]]]])
        #expect(set.status == .created, "\(set.text)")
        func evaluated(_ factors: JSONValue) async throws -> ServerResponse {
            var event = Self.event.replacing("evaluatedFactors", factors)
            event["completionStatus"] = "SUCCESS"
            return try await platform.send(
                .post, "/riskEvaluations", ["event": .object(event), "riskPolicySet": ["name": "Factors"]])
        }
        let one = try await evaluated(["type": "PASSWORD_BASED"])
        #expect(one.json["result"]?["level"] == "LOW", "\(one.text)")
        let both = try await evaluated([["type": "PASSWORD_BASED"], ["type": "OTP_BASED", "status": "SUCCESS"]])
        #expect(both.json["result"]?["level"] == "MEDIUM" && both.json["event"]?["completionStatus"] == "SUCCESS", "\(both.text)")
        #expect(both.json["details"]?["previousSuccessfulTransaction"]?["ip"] == "192.0.2.1")
        for wrong: JSONValue in ["x", ["kind": "OTP_BASED"], [["type": 5]]] { #expect(try await evaluated(wrong).status == .badRequest) }
    }

    @Test("what the older profiler of browsers sends is passed over; what no document knows is refused")
    func profiled() async throws {
        let platform = try await PlatformHarness()
        func evaluated(_ browser: JSONValue) async throws -> ServerResponse {
            try await platform.send(.post, "/riskEvaluations", ["event": .object(Self.event.replacing("browser", browser))])
        }
        let taken = try await evaluated(["userAgent": "Mozilla/5.0 Firefox/130", "language": "de", "fonts": ["a"], "cookie": true])
        #expect(taken.status == .created && taken.json["event"]?["browser"] == ["userAgent": "Mozilla/5.0 Firefox/130"], "\(taken.text)")
        #expect(try await evaluated(["userAgent": "x", "shoeSize": 42]).status == .badRequest)
    }

    @Test("refused: an event without an address or a user, one with members that aren't known, an unknown policy set")
    func refused() async throws {
        let platform = try await PlatformHarness()
        for name in ["ip", "user"] {
            let answer = try await platform.send(.post, "/riskEvaluations", ["event": .object(Self.event.replacing(name, nil))])
            #expect(answer.status == .badRequest, "\(name)")
        }
        let words = try await platform.send(.post, "/riskEvaluations", ["event": .object(Self.event.replacing("ip", "nowhere"))])
        #expect(words.status == .badRequest && words.json["details"]?.array?.first?["target"]?.string?.hasPrefix("event") == true)
        let unknown = try await platform.send(.post, "/riskEvaluations", ["event": .object(Self.event.replacing("color", "red"))])
        #expect(unknown.status == .badRequest)
        let nowhere = try await platform.send(
            .post, "/riskEvaluations", ["event": .object(Self.event), "riskPolicySet": ["id": .string(UUID().uuidString)]])
        #expect(nowhere.status == .notFound)
        #expect(try await platform.send(.get, "/riskEvaluations/\(UUID())").status == .notFound)
    }

    @Test("predictors of every type are made, read and replaced with their members; what comes with the realm can't be deleted")
    func predictors() async throws {
        let platform = try await PlatformHarness()
        let list = try await platform.send(.get, "/riskPredictors").json
        let builtIn = try #require(list["_embedded"]?["riskPredictors"]?.array)
        #expect(builtIn.count == 14 && builtIn.allSatisfy { $0["deletable"] == false })
        let unlicensed = Set(builtIn.filter { $0["licensed"] == false }.compactMap { $0["compactName"]?.string })
        let asking: Set = ["anonymousNetwork", "geoVelocity", "ipAddressReputation", "userLocationAnomaly", "emailReputation"]
        #expect(unlicensed == asking, "they ask files that this server hasn't")
        for (index, members) in Self.predictors.enumerated() {
            var sent = members
            sent["name"] = .string("Own \(index)")
            sent["compactName"] = .string("own\(index)")
            let made = try await platform.send(.post, "/riskPredictors", .object(sent))
            #expect(made.status == .created && made.json["deletable"] == true, "\(made.text)")
            for member in sent.members { #expect(made.json[member.name] == member.value, "\(member.name)") }
            let path = "/riskPredictors/\(made.json["id"]?.string ?? "")"
            #expect(try await platform.send(.put, path, made.json).status == .ok, "what was read can be sent back")
            let renamed = try await platform.send(.put, path, .object(sent.replacing("compactName", "other")))
            #expect(renamed.status == .badRequest)
            #expect(try await platform.send(.delete, path).status == .noContent)
        }
        let old = builtIn[0]["id"]?.string ?? ""
        #expect(try await platform.send(.delete, "/riskPredictors/\(old)").status == .conflict)
        for members: JSONObject in [
            ["type": "VELOCITY", "of": "${event.ip}", "by": ["${event.user.id}"], "maxDelay": ["unit": "DAY", "quantity": 1]],
            ["type": "BOT", "days": 20], ["type": "BOT", "default": ["result": ["level": "LOW", "type": "OTHER"]]],
        ] {
            var sent = members
            sent["name"] = "Idle"
            sent["compactName"] = "idle"
            let idle = try await platform.send(.post, "/riskPredictors", .object(sent))
            #expect(idle.status == .badRequest, "\(members): \(idle.text)")
            if members["days"] != nil { #expect(idle.json["details"]?.array?.first?["target"] == "days", "a member of another type") }
        }
        let broken = try await platform.send(
            .post, "/riskPredictors", ["name": "x", "compactName": "x", "type": "MAP", "map": ["high": ["contains": "nothing"]]])
        #expect(broken.status == .badRequest, "\(broken.text)")
    }

    private static let predictors: [JSONObject] = [
        ["type": "ANONYMOUS_NETWORK", "whiteList": ["192.0.2.0/24"], "description": "Ours", "default": ["result": ["level": "LOW"]]],
        ["type": "ADVERSARY_IN_THE_MIDDLE", "domainWhiteList": ["example.com"]], ["type": "BOT", "includeRepeatedEventsWithoutSdk": true],
        ["type": "DEVICE", "detect": "SUSPICIOUS_DEVICE", "activationAt": 0, "shouldValidatePayloadSignature": true],
        [
            "type": "TRAFFIC_ANOMALY",
            "rules": [
                [
                    "type": "UNIQUE_USERS_PER_DEVICE", "enabled": true, "interval": ["unit": "HOUR", "quantity": 2],
                    "threshold": ["medium": 2, "high": 3],
                ]
            ],
        ], ["type": "USER_LOCATION_ANOMALY", "days": 20, "radius": ["distance": 20, "unit": "miles"]],
        ["type": "USER_RISK_BEHAVIOR", "predictionModel": ["name": "points"]],
        [
            "type": "VELOCITY", "of": "${event.ip}", "by": ["${event.user.id}"], "measure": "DISTINCT_COUNT",
            "use": ["type": "POISSON_WITH_MAX", "medium": 2, "high": 4],
            "fallback": ["strategy": "ENVIRONMENT_MAX", "medium": 2, "high": 3],
            "every": ["unit": "HOUR", "quantity": 1, "minSample": 5], "slidingWindow": ["unit": "DAY", "quantity": 7],
        ],
        ["type": "MAP", "map": ["high": ["contains": "${event.ip}", "ipRange": ["203.0.113.0/24"]]]],
        [
            "type": "COMPOSITE",
            "compositions": [
                [
                    "level": "HIGH",
                    "condition": ["type": "NOT", "not": ["type": "IP_RANGE", "contains": "${event.ip}", "ipRange": ["::1"]]],
                ]
            ],
        ],
    ]

    @Test("what comes with the realm is sent back as it was read", arguments: ["riskPredictors", "riskPolicySets"])
    func builtIn(_ path: String) async throws {
        let platform = try await PlatformHarness()
        let all = try #require(try await platform.send(.get, "/\(path)").json["_embedded"]?[path]?.array)
        for one in all {
            let answer = try await platform.send(.put, "/\(path)/\(one["id"]?.string ?? "")", one)
            #expect(answer.status == .ok, "\(answer.text)")
        }
    }

    @Test("policy sets: one is the default, names are unique, an override comes before, and one stages another")
    func policySets() async throws {
        let platform = try await PlatformHarness()
        let list = try #require(try await platform.send(.get, "/riskPolicySets").json["_embedded"]?["riskPolicySets"]?.array)
        #expect(list.count == 1 && list[0]["default"] == true)
        let predictors = try #require(try await platform.send(.get, "/riskPredictors").json["_embedded"]?["riskPredictors"]?.array)
        let one = try #require(predictors.first { $0["compactName"] == "geoVelocity" }?["id"])
        let sent: JSONObject = [
            "name": "Own", "description": "Of ours", "default": true, "defaultResult": ["level": "MEDIUM", "type": "VALUE"],
            "evaluatedPredictors": [["id": one]],
            "riskPolicies": [
                [
                    "name": "Office", "condition": ["type": "IP_RANGE", "contains": "${event.ip}", "ipRange": ["198.51.100.0/24"]],
                    "result": ["level": "LOW", "type": "VALUE"],
                ]
            ],
            "triggers": [
                ["type": "POLICY_SET_STAGING", "policySet": ["id": list[0]["id"] ?? .null], "expiresAt": "2999-01-01T00:00:00.000Z"]
            ],
        ]
        let made = try await platform.send(.post, "/riskPolicySets", .object(sent))
        #expect(made.status == .created, "\(made.text)")
        for member in sent.members { #expect(made.json[member.name] == member.value, "\(member.name)") }
        let id = try #require(made.json["id"]?.string)
        #expect(try await platform.send(.get, "/riskPolicySets/\(list[0]["id"]?.string ?? "")").json["default"] == false)
        #expect(try await platform.send(.post, "/riskPolicySets", .object(sent)).status == .conflict)
        let evaluated = try await platform.send(.post, "/riskEvaluations", ["event": .object(Self.event)])
        #expect(evaluated.json["result"]?["level"] == "MEDIUM" && evaluated.json["staged"]?["level"] != nil)
        #expect(evaluated.json["details"]?["newDevice"] == nil && evaluated.json["details"]?["geoVelocity"] != nil)
        let office = try await platform.send(
            .post, "/riskEvaluations", ["event": .object(Self.event.replacing("ip", "198.51.100.4"))])
        #expect(office.json["result"]?["level"] == "LOW" && office.json["result"]?["policy"] == "Office")
        #expect(try await platform.send(.delete, "/riskPolicySets/\(id)").status == .conflict, "it is the default")
        let deep = (0..<12).reduce(["type": "AND", "and": []] as JSONValue) { inner, _ in ["type": "NOT", "not": inner] }
        let nested = try await platform.send(
            .post, "/riskPolicySets",
            ["name": "Deep", "riskPolicies": [["name": "x", "condition": deep, "result": ["level": "LOW"]]]])
        #expect(nested.status == .badRequest, "\(nested.text)")
        let unknown = try await platform.send(
            .post, "/riskPolicySets", ["name": "Unknown", "evaluatedPredictors": [["id": .string(UUID().uuidString.lowercased())]]])
        #expect(unknown.status == .badRequest)
    }
}

extension JSONObject {
    /// The same with another value of a member, or without it.
    fileprivate func replacing(_ name: String, _ value: JSONValue?) -> JSONObject {
        var changed = self
        changed[name] = value
        return changed
    }
}
