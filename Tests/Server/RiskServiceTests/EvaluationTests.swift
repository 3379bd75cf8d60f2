import Directory
import Foundation
import Primitives
import Services
import Risk
import RiskScoring
import RiskSignals
import Signals
import Store
import Testing

@Suite("The risk of events, from their signals to an explained score", .timeLimit(.minutes(5)))
struct EvaluationTests {
    @Test("a first sign-in with signals: LOW, with the reasons of each predictor, and what is missing")
    func first() async throws {
        let server = try await RiskServer()
        let data = try await App.ofUser(server).data
        let recorded = try await server.evaluate(server.event { $0.signals = .payload(data) })
        #expect(recorded.level == .low && recorded.signals == "TAKEN" && recorded.isFounded)
        let details = try #require(recorded.result["details"])
        #expect(details["newDevice"]?["reason"] == "FIRST_DEVICE" && details["botDetection"]?["reason"] == "LIKE_A_USER")
        #expect(
            details["geoVelocity"]?["status"] == "IN_TRAINING_PERIOD" && details["userBasedRiskBehavior"]?["status"] == "IN_TRAINING_PERIOD"
        )
        #expect(details["country"] == "AT" && details["anonymousNetworkDetected"] == false)
        #expect(try RiskFacts(json: recorded.facts).json == recorded.facts)
    }

    @Test("a new device in another country two hours later isn't LOW; the reasons say why")
    func traveller() async throws {
        let server = try await RiskServer()
        let first = try await App.ofUser(server).data
        try await server.succeed(server.event { $0.signals = .payload(first) })
        server.time.advance(by: 7200)
        let other = try await App.ofUser(server, seed: 8, model: "Elsewhere 3").data
        let recorded = try await server.evaluate(server.event(from: "198.51.100.7") { $0.signals = .payload(other) })
        let details = try #require(recorded.result["details"])
        #expect(recorded.level == .medium && recorded.score == 65, "\(details)")
        #expect(details["geoVelocity"]?["reason"] == "IMPOSSIBLE_TRAVEL" && details["impossibleTravel"] == true)
        #expect(details["newDevice"]?["reason"] == "NEW_DEVICE")
    }

    @Test("a usual sign-in of a known device is LOW, and one in which a program types is recommended for a mitigation of bots")
    func bot() async throws {
        let server = try await RiskServer()
        let app = try await App.ofUser(server)
        let first = try await app.data
        try await server.succeed(server.event { $0.signals = .payload(first) })
        server.time.advance(by: 86_400)
        app.type(interval: 170, deviation: 55)
        let again = try await app.data
        let usual = try await server.evaluate(server.event { $0.signals = .payload(again) })
        #expect(usual.level == .low && usual.result["details"]?["newDevice"]?["reason"] == "KNOWN_DEVICE")
        let program = try App(server, seed: 9)
        try await program.signals.start()
        program.type(interval: 2, deviation: 0)
        program.signals.record(.answer(.init(duration: 40)))
        let data = try await program.data
        let caught = try await server.evaluate(server.event { $0.signals = .payload(data) })
        #expect(caught.recommendedAction == "BOT_MITIGATION")
        #expect(caught.result["details"]?["botDetection"]?["reasons"]?.array?.contains("INSTANT_ANSWER") == true)
    }

    @Test("signals that can't be taken are named, the event is evaluated all the same, and a suspicious device is HIGH")
    func refused() async throws {
        let server = try await RiskServer()
        let data = try await App.ofUser(server).data
        try await server.succeed(server.event { $0.signals = .payload(data) })
        for (text, reason) in [
            (data, "REPLAYED"), ("no.payload.at.all.really", "WRONG_KEY"), (String(repeating: "x", count: 200_000), "TOO_LARGE"),
        ] {
            let recorded = try await server.evaluate(server.event { $0.signals = .payload(text) })
            #expect(recorded.signals == reason)
            #expect(recorded.result["details"]?["suspiciousDevice"]?["reason"] == "INVALID_SIGNATURE")
            #expect(recorded.result["details"]?["botDetection"]?["status"] == "MISSING_INPUT")
        }
        let other = try await RiskServer(seed: 6)
        let foreign = try await App.ofUser(other).data
        #expect(try await server.evaluate(server.event { $0.signals = .payload(foreign) }).signals == "WRONG_KEY")
    }

    @Test("without files predictors say unlicensed, and without signals that they miss them; never low for that")
    func unlicensed() async throws {
        let server = try await RiskServer(sources: NoRiskSources())
        let recorded = try await server.evaluate(server.event())
        let details = try #require(recorded.result["details"])
        for name in ["anonymousNetwork", "geoVelocity", "ipAddressReputation", "userLocationAnomaly"] {
            #expect(details[name]?["status"] == "UNLICENSED" && details[name]?["level"] == nil, "\(name)")
        }
        for name in ["newDevice", "botDetection", "trafficAnomaly"] { #expect(details[name]?["status"] == "MISSING_INPUT", "\(name)") }
    }

    @Test("an evaluation of which no predictor says anything isn't founded")
    func unfounded() async throws {
        let server = try await RiskServer(sources: NoRiskSources())
        let networks = try await server.risk.declarations.all(.predictor, in: server.realm).first {
            $0.text("compactName") == "geoVelocity"
        }
        let id = try #require(networks).id.text
        _ = try await server.risk.declarations.create(
            ["name": "Places", "evaluatedPredictors": [["id": .string(id)]]], .policySet, in: server.realm)
        let recorded = try await server.evaluate(server.event(), policySet: "Places")
        #expect(recorded.level == .low && !recorded.isFounded)
    }

    @Test("by the token of an instance, and by the session that the app names")
    func joins() async throws {
        let server = try await RiskServer()
        let app = try App(server) { $0.sending = .continuous }
        try await app.signals.start()
        app.signals.login(server.ada.username, session: "session-1")
        app.type(interval: 180, deviation: 60)
        try await app.signals.flush()
        let token = try #require(app.signals.token)
        let byToken = try await server.evaluate(
            server.event {
                $0.signals = .token(token); $0.username = "ada"
            })
        #expect(byToken.signals == "TAKEN" && byToken.result["details"]?["botDetection"]?["strokes"] == 12)
        #expect(try RiskFacts(json: byToken.facts).event["signals.sameUser"] == .flag(true))
        let bySession = try await server.evaluate(server.event { $0.session = "session-1" })
        #expect(bySession.signals == "TAKEN" && bySession.result["details"]?["botDetection"]?["strokes"] == 12)
        #expect(try await server.evaluate(server.event { $0.session = "session-2" }).signals == "NONE")
        #expect(try await server.evaluate(server.event { $0.signals = .token(Secret("x.y")) }).signals == "UNKNOWN_INSTANCE")
    }

    @Test("counts of velocity: distinct values in the window, and thresholds from earlier windows")
    func velocity() async throws {
        let server = try await RiskServer()
        for address in 1...25 { _ = try await server.evaluate(server.event(from: "192.0.2.\(address)")) }
        let recorded = try await server.evaluate(server.event(from: "192.0.2.25"))
        let detail = try #require(recorded.result["details"]?["ipVelocityByUser"])
        #expect(detail["distinctCount"] == 25 && detail["level"] == "MEDIUM")
        for _ in 1...6 {
            server.time.advance(by: 3600)
            _ = try await server.evaluate(server.event())
        }
        server.time.advance(by: 3600)
        let later = try #require(try await server.evaluate(server.event()).result["details"]?["ipVelocityByUser"])
        #expect(later["distinctCount"] == 1 && later["reasons"]?.array?.contains("CALCULATED") == true)
    }

    @Test("a predictor of velocity counts what it is of, by what it is by, in windows of its own length")
    func ownVelocity() async throws {
        let server = try await RiskServer()
        let windows: [(name: String, every: JSONValue, sliding: JSONValue)] = [
            ("hourly", ["unit": "HOUR", "quantity": 1, "minSample": 2], ["unit": "DAY", "quantity": 7]),
            ("daily", ["unit": "HOUR", "quantity": 24, "minSample": 2], ["unit": "DAY", "quantity": 2]),
            ("lately", ["unit": "DAY", "quantity": 1, "minSample": 2], ["unit": "HOUR", "quantity": 24]),
        ]
        for (name, every, sliding) in windows {
            let predictor: JSONObject = [
                "name": .string(name), "compactName": .string(name), "type": "VELOCITY", "of": "${event.browser.userAgent}",
                "by": ["${event.ip}"], "every": every, "slidingWindow": sliding,
            ]
            _ = try await server.risk.declarations.create(predictor, .predictor, in: server.realm)
        }
        func details(_ agent: String, from address: String = "192.0.2.1") async throws -> JSONValue {
            let recorded = try await server.evaluate(server.event(from: address) { $0.userAgent = agent })
            return try #require(recorded.result["details"])
        }
        _ = try await details("A")
        #expect(try await details("B")["daily"]?["distinctCount"] == 2)
        #expect(try await details("B", from: "192.0.2.2")["daily"]?["distinctCount"] == 1, "by another address")
        server.time.advance(by: 7200)
        let later = try await details("B")
        #expect(later["daily"]?["distinctCount"] == 2 && later["hourly"]?["distinctCount"] == 1)
        #expect(later["lately"]?["distinctCount"] == 2)
        for _ in 0..<2 {
            server.time.advance(by: 86_400)
            _ = try await details("A")
        }
        let end = try await details("A")
        #expect(end["daily"]?["reasons"]?.array?.contains("CALCULATED") == true, "\(end)")
        #expect(end["lately"]?["reasons"]?.array?.contains("CALCULATED") == false, "one window isn't enough")
    }

    @Test("a set is tried beside another until its time is over; a trigger of another type is refused")
    func staging() async throws {
        let server = try await RiskServer()
        let made = try await server.risk.declarations.create(
            ["name": "Strict", "defaultResult": ["level": "HIGH"]], .policySet, in: server.realm)
        func trigger(_ type: String) -> JSONObject {
            let end = server.time.now.addingTimeInterval(3600).formatted(.iso8601)
            let trigger: JSONValue = ["type": .string(type), "policySet": ["id": .string(made.id.text)], "expiresAt": .string(end)]
            return ["name": "Ours", "default": true, "triggers": [trigger]]
        }
        await #expect(throws: (any Error).self) {
            _ = try await server.risk.declarations.create(trigger("OTHER"), .policySet, in: server.realm)
        }
        _ = try await server.risk.declarations.create(trigger("POLICY_SET_STAGING"), .policySet, in: server.realm)
        #expect(try await server.evaluate(server.event()).result["staged"]?["level"] == "HIGH")
        server.time.advance(by: 3601)
        #expect(try await server.evaluate(server.event()).result["staged"] == nil)
    }

    @Test("a predictor is licensed where the file that it asks is there, and so is one that asks none")
    func licensed() async throws {
        let (known, blind) = (try await RiskServer(), try await RiskServer(sources: NoRiskSources()))
        #expect(PredictorType.allCases.allSatisfy(known.risk.isLicensed))
        let unlicensed = PredictorType.allCases.filter { !blind.risk.isLicensed($0) }
        #expect(unlicensed == [.anonymousNetwork, .geoVelocity, .ipReputation, .userLocationAnomaly, .emailReputation])
    }

    @Test("an ended event stays as it ended; only a success teaches")
    func completion() async throws {
        let server = try await RiskServer()
        let recorded = try await server.evaluate(server.event())
        _ = try await server.risk.complete(recorded.id, as: .failed, in: server.realm)
        #expect(try await server.count("risk_successes") == 0)
        await #expect(throws: (any Error).self) { _ = try await server.risk.complete(recorded.id, as: .success, in: server.realm) }
        let good = try await server.succeed(server.event())
        _ = try await server.risk.complete(good.id, as: .success, in: server.realm)
        #expect(try await server.count("risk_successes") == 1)
    }

    @Test("a changed policy's what-if equals what a live run gives; a staged set is tried beside")
    func whatIf() async throws {
        let server = try await RiskServer()
        var recorded: [RecordedEvaluation] = []
        for address in ["192.0.2.1", "198.51.100.1", "203.0.113.1"] {
            recorded.append(try await server.succeed(server.event(from: address)))
            server.time.advance(by: 3600)
        }
        let strict: JSONObject = [
            "name": "Strict",
            "riskPolicies": [
                [
                    "name": "Abroad", "condition": ["type": "VALUE_COMPARISON", "value": "${event.place.country}", "notEquals": "AT"],
                    "result": ["level": "HIGH"],
                ]
            ],
        ]
        let answers = try await server.risk.whatIf(strict, over: recorded, in: server.realm)
        let made = try await server.risk.declarations.create(strict, .policySet, in: server.realm)
        let staged = try #require(try await server.risk.declarations.all(.policySet, in: server.realm).first { $0.flag("default") })
        var members = staged.members
        members["triggers"] = [["type": "POLICY_SET_STAGING", "policySet": ["id": .string(made.id.text)]]]
        _ = try await server.risk.declarations.replace(staged.id, by: members, .policySet, in: server.realm)
        let live = try await RiskServer()
        _ = try await live.risk.declarations.create(strict, .policySet, in: live.realm)
        for (answer, address) in zip(answers, ["192.0.2.1", "198.51.100.1", "203.0.113.1"]) {
            let again = try await live.evaluate(live.event(from: address), policySet: "Strict")
            #expect(answer.would.level == again.level.rawValue && answer.would.score == again.score)
            _ = try await live.risk.complete(again.id, as: .success, in: live.realm)
            live.time.advance(by: 3600)
        }
        #expect(answers.map(\.would.level) == ["LOW", "HIGH", "LOW"])
        let beside = try await server.evaluate(server.event(from: "198.51.100.1"))
        #expect(beside.result["staged"]?["level"] == "HIGH" && beside.result["staged"]?["riskPolicySet"]?["id"]?.string == made.id.text)
    }

    @Test("what is read for an evaluation doesn't grow with the history")
    func bounded() async throws {
        let server = try await RiskServer()
        for _ in 0..<300 {
            try await server.succeed(server.event())
            server.time.advance(by: 1800)
        }
        #expect(try await server.count("risk_successes") == 50)
        let facts = try RiskFacts(json: try await server.evaluate(server.event()).facts)
        #expect(facts.successes.count == 50 && (facts.velocities["ipVelocityByUser"]?.samples.count ?? 0) <= 168)
        #expect(facts.userBehavior?.total == 300)
    }

    @Test("the same events in the same order give the same scores, whatever the ids, the keys and the place of the database")
    func deterministic() async throws {
        var seen: [[String]] = []
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (seed, path) in [(UInt64(5), nil), (77, nil), (78, folder.appendingPathComponent("data.sqlite").path)] {
            let server = try await RiskServer(seed: seed, at: path)
            var scores: [String] = []
            for step in 0..<40 {
                let address = ["192.0.2.\(step % 7)", "198.51.100.\(step % 3)", "203.0.113.9"][step % 3]
                let recorded = try await server.evaluate(
                    server.event(from: address) { $0.userAgent = step % 2 == 0 ? "Firefox/1" : "Chrome/2" })
                scores.append("\(recorded.level) \(recorded.score) \(recorded.result["details"]?.text ?? "")")
                if step % 4 != 0 { _ = try await server.risk.complete(recorded.id, as: .success, in: server.realm) }
                server.time.advance(by: Double(600 + step * 300))
            }
            seen.append(scores)
        }
        #expect(seen[0] == seen[1] && seen[0] == seen[2])
    }
}
