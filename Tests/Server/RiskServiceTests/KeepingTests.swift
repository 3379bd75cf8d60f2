import ClientTesting
import DeviceFoundation
import Directory
import Foundation
import Foundations
import Primitives
import Services
import Risk
import RiskSignals
import Signals
import Store
import Testing

@Suite("What is kept of signals and risk, and for how long", .timeLimit(.minutes(5)))
struct KeepingTests {
    @Test(
        "nothing of an address, a telephone, a name or what was typed is in payloads before they are sealed, in the database or in the log")
    func privacy() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try await RiskServer(at: folder.appendingPathComponent("data.sqlite").path)
        let log = RecordingLog()
        let app = try App(server, log: Log(.all, to: log))
        try await app.signals.start()
        let secrets = ["Zacharias.Quibble@private-place.example", "6641234567", "Zacharias", "Quibble", "Elm Street 17", "hunter22-typed"]
        app.signals.record(.loginAttempt(email: secrets[0]))
        app.signals.record(.registrationAttempt(email: secrets[0]))
        app.signals.record(.emailAddressChanged(secrets[0]))
        app.signals.record(.loginAttempt(country: "43", national: secrets[1]))
        app.signals.record(.plain(.shippingAddressChanged))
        for text in secrets {
            app.signals.record(.loginAttempt(provider: app.signals.word(text)))
            app.signals.record(.registrationAttempt(provider: app.signals.word(text)))
            app.signals.record(.notificationChanged(isOn: true, subject: app.signals.word(text)))
            app.signals.record(.purchaseAttempt(method: app.signals.word(text)))
            app.signals.record(.challengeInvoked(kind: app.signals.word(text)))
            app.signals.addTag("field", value: text)
            app.signals.login(text, session: text)
        }
        app.type(interval: 150, deviation: 40)
        // What belongs to another user or session is in a payload of its own.
        let openers = try await server.domain.directory.keys.keys(of: server.realm.id).openers(at: server.time.now)
        var payloads = ""
        for _ in 0..<8 {
            let data = try await app.data
            let opened = try SignalEnvelope.open(data, with: openers, issuer: try #require(server.issuer), at: server.time.now)
            payloads += JSONValue.object(opened.payload.claims).text
            try await server.succeed(server.event { $0.signals = .payload(data) })
        }
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        var all = Data()
        for file in files { all += try Data(contentsOf: file) }
        for known in ["risk_evaluations", "private-place.example"] {
            #expect(all.range(of: Data(known.utf8)) != nil, "\(known) may be told")
        }
        // The audit log is a part of the database.
        #expect(all.range(of: Data("risk.evaluated".utf8)) != nil)
        #expect(payloads.contains("private-place.example") && payloads.contains("login.attempt"))
        for secret in secrets + secrets.map({ $0.lowercased() }) {
            #expect(all.range(of: Data(secret.utf8)) == nil, "\(secret)")
            for place in [payloads, log.text] { #expect(!place.lowercased().contains(secret.lowercased()), "\(secret)") }
            // Nor is it anywhere in base64, which hides a text from a search.
            let encoded = Base64URL.encode(Array(secret.utf8)).dropLast(2)
            #expect(all.range(of: Data(encoded.utf8)) == nil, "\(secret)")
        }
    }

    @Test("rows are gone after their time")
    func retention() async throws {
        let server = try await RiskServer {
            $0[RiskSettings.self].riskLifetime = 86_400
            $0[RiskSettings.self].signalsLifetime = 3600
        }
        let data = try await App.ofUser(server).data
        try await server.succeed(server.event { $0.signals = .payload(data) })
        server.time.advance(by: 3601)
        try await server.domain.platform.forgetExpired()
        #expect(try await server.count("risk_instances") == 0)
        #expect(try await server.count("risk_evaluations") == 1)
        server.time.advance(by: 86_400)
        try await server.domain.platform.forgetExpired()
        for table: SQL in Self.tables { #expect(try await server.count(table) == 0, "\(table)") }
    }

    private static let tables: [SQL] = [
        "risk_evaluations", "risk_values", "risk_windows", "risk_behavior", "risk_devices", "risk_successes",
    ]

    @Test("the erasure of a user takes scores, history and the signals of the user's instances; those of others stay")
    func erasure() async throws {
        let server = try await RiskServer()
        let app = try App(server) { $0.sending = .continuous }
        try await app.signals.start()
        app.signals.login("ada", session: "s")
        app.type(interval: 150, deviation: 40)
        try await app.signals.flush()
        try await server.succeed(server.event { $0.session = "s" })
        var other = RiskEvent(address: "192.0.2.9", user: "somebody else")
        other.completion = .success
        _ = try await server.evaluate(other)
        try await server.domain.directory.users.delete(server.ada.id, in: server.realm.id)
        #expect(try await server.count("risk_instances") == 0)
        #expect(try await server.count("risk_evaluations") == 1)
        #expect(try await server.count("risk_successes") == 1)
        #expect(try await server.count("risk_devices") == 0)
        let left = try await server.database.read { try $0.rows("SELECT DISTINCT subject FROM risk_behavior ORDER BY subject") }
        #expect(try left.map { try $0.text("subject") }.allSatisfy { $0 != server.ada.id.text })
    }
}
