import CoreMetrics
import DeviceFoundation
import Directory
import Foundation
import Foundations
import HTTPTypes
import MetricsTestKit
import Primitives
import Risk
import RiskScoring
import RiskSignals
import Services
import Signals
import Store
import Testing

@Suite("Signals of other realms and of hostile instances", .timeLimit(.minutes(5)))
struct RealmTests {
    @Test("what belongs to one realm is nothing in another: tokens, payloads, sessions, evaluations, policy sets, apps")
    func apart() async throws {
        let server = try await RiskServer()
        let other = try await server.domain.directory.realms.create(try #require(RealmPath("beta")))
        let app = try App(server) { $0.sending = .continuous }
        try await app.signals.start()
        app.signals.login("ada", session: "shared-session")
        app.type(interval: 150, deviation: 40)
        try await app.signals.flush()
        let (token, data) = (try #require(app.signals.token), try await app.data)
        func outcome(_ signals: RiskEvent.Signals, session: String? = nil) async throws -> String {
            var event = RiskEvent(address: "192.0.2.1", user: "ada")
            (event.signals, event.session) = (signals, session)
            return try await server.risk.evaluate(event, origin: RiskServer.address, in: other).signals
        }
        #expect(try await outcome(.token(token)) == "UNKNOWN_INSTANCE")
        #expect(try await outcome(.payload(data)) == "WRONG_KEY")
        #expect(try await outcome(.none, session: "shared-session") == "NONE")
        #expect(try await server.evaluate(server.event { $0.session = "shared-session" }).signals == "TAKEN")
        let batch = try await server.send(
            .post, "/signals/v1/\(other.id.text)/batches", headers: [.authorization: "Bearer \(token.reveal())"], body: Array(data.utf8))
        #expect(batch.status == 401 && batch.json["code"] == "wrong_key")
        let recorded = try await server.evaluate(server.event())
        #expect(try await server.risk.evaluation(recorded.id, in: other) == nil)
        await #expect(throws: DomainError.self) { try await server.risk.complete(recorded.id, as: .success, in: other) }
        _ = try await server.risk.declarations.create(["name": "Ours"], .policySet, in: server.realm)
        await #expect(throws: DomainError.self) {
            try await server.risk.evaluate(
                RiskEvent(address: "192.0.2.1", user: "ada"), policySet: "Ours", origin: RiskServer.address, in: other)
        }
        let made = try await server.risk.applications.make(of: "shop", in: server.realm)
        #expect(try await !server.risk.applications.remove(made.id, in: other))
    }

    @Test("an instance that names another's session gets none of its signals, and a user's name in it makes it no device of the user's")
    func claimed() async throws {
        let server = try await RiskServer()
        for seed: UInt64 in 3..<6 {
            let data = try await App.ofUser(server, seed: seed).data
            try await server.succeed(server.event { $0.signals = .payload(data) })
            server.time.advance(by: 60)
        }
        // A stranger's device, which says that it is ada's.
        let stranger = try await App.ofUser(server, seed: 9, model: "Stranger")
        stranger.signals.login(server.ada.id.text, session: "guessed")
        let data = try await stranger.data
        let recorded = try await server.evaluate(server.event { $0.signals = .payload(data) })
        #expect(recorded.result["details"]?["newDevice"]?["reason"] == "NEW_DEVICE")
        #expect(try await server.count("risk_devices") == 1)
    }

    @Test("what is refused is counted by its reason, and evaluations by their level")
    func counted() async throws {
        let server = try await RiskServer()
        let app = try await App.ofUser(server)
        let (data, token) = (try await app.data, app.signals.token)
        let (metrics, environment) = (TestMetrics(), server.realm.id.text)
        let base = try #require(SignalsIssuer.Base(RiskServer.address))
        try await withMetricsFactory(metrics) {
            for _ in 0..<2 {
                _ = try? await server.risk.ingest(data, by: token, environment: environment, base: base)
            }
            _ = try? await server.risk.ingest(data, by: nil, environment: environment, base: base)
            _ = try? await server.risk.register("no object", environment: environment, base: base, from: "192.0.2.1")
            let recorded = try await server.evaluate(server.event { $0.signals = .payload(data) })
            let level = recorded.level.rawValue.lowercased()
            #expect(try metrics.expectCounter("risk_evaluations_total", [("level", level)]).values == [1])
        }
        for reason in ["replayed", "unknown_instance", "malformed"] {
            #expect(try metrics.expectCounter("risk_signals_refused_total", [("reason", reason)]).values.reduce(0, +) >= 1, "\(reason)")
        }
        #expect(try metrics.expectCounter("risk_signals_refused_total", [("reason", "replayed")]).values.reduce(0, +) == 2)
    }

    @Test("the costliest policy set and predictors that a realm may have are evaluated all the same")
    func giant() async throws {
        let server = try await RiskServer()
        let hay = String(repeating: "a", count: 511) + "b"
        let one: JSONValue = ["type": "VALUE_COMPARISON", "value": "${event.browser.userAgent}", "containsIgnoreCase": .string(hay)]
        let condition: JSONValue = ["type": "OR", "or": .array(Array(repeating: one, count: 29))]
        let policies = (0..<5).map { number -> JSONValue in
            ["name": .string("\(number)"), "condition": condition, "result": ["level": "HIGH", "type": "VALUE"]]
        }
        _ = try await server.risk.declarations.create(["name": "Giant", "riskPolicies": .array(policies)], .policySet, in: server.realm)
        let recorded = try await server.evaluate(
            server.event { $0.userAgent = String(repeating: "a", count: 512) }, policySet: "Giant")
        #expect(recorded.level == .low)
        let doubled: JSONObject = ["name": "Too much", "riskPolicies": .array(policies + policies)]
        await #expect(throws: (any Error).self) { try await server.risk.declarations.create(doubled, .policySet, in: server.realm) }
    }
}
