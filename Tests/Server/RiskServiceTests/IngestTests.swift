import DeviceFoundation
import Directory
import Foundation
import Foundations
import HTTPTypes
import JOSE
import Primitives
import Services
import Risk
import RiskSignals
import Signals
import Testing

@Suite("Ingestion of signals over HTTP", .timeLimit(.minutes(5)))
struct IngestTests {
    @Test("an instance registers, sends batches, renews its token")
    func batches() async throws {
        let server = try await RiskServer { $0[RiskSettings.self].signalWords = ["own_word"] }
        let app = try App(server) { $0.sending = .continuous }
        try await app.signals.start()
        #expect(app.signals.word("own_word").json == "own_word" && app.signals.word("another").json == 7)
        app.type(interval: 150, deviation: 40)
        try await app.signals.flush()
        let first = try #require(app.signals.token)
        server.time.advance(by: Double(SignalLimits.tokenLifetime))
        app.type(interval: 150, deviation: 40)
        try await app.signals.flush()
        #expect(app.signals.token != first)
        #expect(app.signals.dropped == [:])
    }

    @Test("a registration is taken once; another of the same instance renews its token")
    func once() async throws {
        let server = try await RiskServer()
        let key = try JWK.generate(.p256, random: SeededRandom(seed: 1))
        let sealing = try #require(try JWK.generate(.p256, random: SeededRandom(seed: 3)).publicKey)
        func post(_ id: String) async throws -> RiskServer.ServerResponse {
            let made = InstanceRegistration(
                issuer: try #require(server.issuer), issuedAt: server.time.now, id: id, key: try #require(key.publicKey),
                sealingKey: sealing)
            let body = made.json(signature: try SigningKey(key).sign(made.signingInput))
            return try await server.send(
                .post, "/signals/v1/\(server.realm.id.text)/instances", headers: [.contentType: "application/json"], body: body.encoded)
        }
        let first = try await post("one")
        #expect(first.status == 201, "\(first.json)")
        let again = try await post("one")
        #expect(again.status == 409 && again.json["code"] == "replayed")
        let next = try await post("two")
        #expect(next.json["instance"] == first.json["instance"] && next.json["token"] != first.json["token"])
    }

    @Test("pages are told the realm's tags with their selectors; what is none isn't saved")
    func tags() async throws {
        let server = try await RiskServer {
            $0[RiskSettings.self].signalTags = ["placeOrder=#checkout button.buy", "cancel= [data-x=\"a=b\"]"]
        }
        let key = try JWK.generate(.p256, random: SeededRandom(seed: 1))
        let made = InstanceRegistration(
            issuer: try #require(server.issuer), issuedAt: server.time.now, id: "id", key: try #require(key.publicKey),
            sealingKey: try #require(try JWK.generate(.p256, random: SeededRandom(seed: 3)).publicKey))
        let body = made.json(signature: try SigningKey(key).sign(made.signingInput))
        let answer = try await server.send(
            .post, "/signals/v1/\(server.realm.id.text)/instances", headers: [.contentType: "application/json"], body: body.encoded)
        let tags: JSONValue = [
            ["tag": "placeOrder", "selector": "#checkout button.buy"], ["tag": "cancel", "selector": "[data-x=\"a=b\"]"],
        ]
        #expect(answer.json["tags"] == tags, "\(answer.json)")
        #expect(try InstanceGrant(json: answer.json).words.isEmpty, "an app passes them over")
        for wrong in ["", "a", "=b", "a=", "a= ", "1a=b", "ä=b", "a=ü", "a=b\n", "a=" + String(repeating: "b", count: 257), "a12345=b"] {
            #expect(SelectedTag(wrong) == nil, "\(wrong)")
            var settings = RealmSettings()
            settings[RiskSettings.self].signalTags = [wrong]
            await #expect(throws: DomainError(.invalid, "")) {
                _ = try await server.domain.directory.realms.create(try #require(RealmPath("beta")), settings: settings)
            }
        }
    }

    @Test(
        "refused: another instance's token, no token, a replay, a body too long, another environment, no JSON; the codes are the documented ones"
    )
    func refusals() async throws {
        let server = try await RiskServer()
        let path = "/signals/v1/\(server.realm.id.uuidString.lowercased())"
        let (one, two) = (try await App.ofUser(server), try await App.ofUser(server, seed: 8))
        let data = Array(try await one.data.utf8)
        func post(_ token: Secret?, _ body: [UInt8], _ path: String = path) async throws -> (Int, String?) {
            var headers: HTTPFields = [:]
            if let token { headers[.authorization] = "Bearer \(token.reveal())" }
            let answer = try await server.send(.post, path + "/batches", headers: headers, body: body)
            return (answer.status, answer.json["code"]?.string)
        }
        #expect(try await post(two.signals.token, data) == (401, "unknown_instance"))
        #expect(try await post(nil, data) == (401, "unknown_instance"))
        #expect(try await post(one.signals.token, data) == (200, nil))
        #expect(try await post(one.signals.token, data) == (409, "replayed"))
        #expect(try await post(one.signals.token, [UInt8](repeating: 65, count: 200_000)) == (413, "too_large"))
        #expect(try await post(one.signals.token, data, "/signals/v1/\(UUID())") == (400, "malformed"))
        let registration = try await server.send(
            .post, path + "/instances", headers: [.contentType: "application/json"], body: Array("{".utf8))
        #expect(registration.status == 400 && registration.json["code"] == "malformed")
    }

    @Test("a payload in an instance's name that was sealed with another key is refused, as a batch and in an evaluation; its own is taken")
    func sealedByAnother() async throws {
        let server = try await RiskServer()
        let app = try await App.ofUser(server)
        let keys = server.domain.directory.keys
        let openers = try await keys.keys(of: server.realm.id).openers(at: server.time.now)
        let issuer = try #require(server.issuer)
        let real = try SignalEnvelope.open(try await app.data, with: openers, issuer: issuer, at: server.time.now).payload
        let forged = try SignalEnvelope.sealingKey(
            JWK.generate(.p256, random: SeededRandom(seed: 77)),
            for: try await keys.keys(of: server.realm.id).payloadKey(at: server.time.now))
        let text = try SignalEnvelope.seal(real, with: forged, random: SeededRandom(seed: 78))
        let answer = try await server.send(
            .post, "/signals/v1/\(server.realm.id.uuidString.lowercased())/batches",
            headers: [.authorization: "Bearer \(try #require(app.signals.token).reveal())"], body: Array(text.utf8))
        #expect(answer.status == 401 && answer.json["code"] == "wrong_key")
        #expect(try await server.evaluate(server.event { $0.signals = .payload(text) }).signals == "WRONG_KEY")
        let own = try await app.data
        #expect(try await server.evaluate(server.event { $0.signals = .payload(own) }).signals == "TAKEN")
    }

    @Test("an app of signals keys its registration by its secret; with another it is refused")
    func apps() async throws {
        let server = try await RiskServer()
        let made = try await server.risk.applications.make(of: "shop", in: server.realm)
        let issuer = try #require(SignalsIssuer(base: RiskServer.address, environment: made.id.uuidString.lowercased()))
        let app = try App(server, issuer: issuer) { $0.secret = made.secret }
        try await app.signals.start()
        app.type(interval: 150, deviation: 40)
        let data = try await app.data
        #expect(try await server.evaluate(server.event { $0.signals = .payload(data) }).signals == "TAKEN")
        let thief = try App(server, seed: 4, issuer: issuer) { $0.secret = Secret("another") }
        await #expect(throws: SignalsError.self) { try await thief.signals.start() }
        #expect(try await server.risk.applications.remove(made.id, in: server.realm))
        let late = try App(server, seed: 6, issuer: issuer) { $0.secret = made.secret }
        await #expect(throws: SignalsError.self) { try await late.signals.start() }
    }

    @Test("an instance that brings too much is slowed down")
    func rate() async throws {
        let server = try await RiskServer()
        let app = try App(server)
        try await app.signals.start()
        var code: String?
        for _ in 0..<40 where code == nil {
            for _ in 0..<200 { app.signals.record(.plain(.viewDetail)) }
            let answer = try await server.send(
                .post, "/signals/v1/\(server.realm.id.uuidString.lowercased())/batches",
                headers: [.authorization: "Bearer \(try #require(app.signals.token).reveal())"], body: Array(try await app.data.utf8))
            code = answer.json["code"]?.string
        }
        #expect(code == "rate_limited")
    }
}
