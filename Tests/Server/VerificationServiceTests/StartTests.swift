import Directory
import Foundation
import Foundations
import HTTPTypes
import Primitives
import Services
import Store
import Testing
import VerificationMessages
import Verifications

@Suite("Codes of verifications", .timeLimit(.minutes(5)))
struct StartTests {
    @Test("a code begins its transaction, once; the same app is answered again")
    func begins() async throws {
        let server = try await VerifyServer()
        let (transaction, code) = try await server.create()
        #expect(transaction.status == .requested && transaction.parts == [.governmentID: .requested])
        let app = try TestApp(server, seed: 1)
        try await app.begin(code)
        let configuration = try #require(app.configuration)
        #expect(configuration.transaction == transaction.id && configuration.requirements.map(\.part) == [.governmentID])
        #expect(configuration.dataExpires.timeIntervalSince(configuration.serverTime) == 900)
        #expect(configuration.expires.timeIntervalSince(configuration.serverTime) == 1800)
        #expect(try await server.transaction(transaction.id).status == .initiated)
        #expect(try await app.report().status == .initiated)
        try await app.begin(code)
        #expect(app.configuration?.token == configuration.token)
        #expect(try await server.events().filter { $0.hasPrefix("verification.") } == ["verification.requested", "verification.initiated"])
    }

    @Test("a code that isn't known, one that is used, one that is over and another realm's get one answer")
    func oneAnswer() async throws {
        let server = try await VerifyServer()
        let used = try await server.create().code
        try await TestApp(server, seed: 1).begin(used)
        let (decided, decidedCode) = try await server.create()
        var decision = VerifyDecision()
        decision.transactionStatus.status = .notRequired
        _ = try await server.verifications.decide(decision, on: decided.id, of: server.user.id, at: server.site)
        let over = try await server.create().code
        server.time.advance(by: 900)
        let good = try await server.create().code
        var beta = try await server.domain.directory.realms.create(try #require(RealmPath("beta")))
        beta.settings[VerificationSettings.self].verification = true
        try await server.domain.directory.realms.update(beta)
        let other = VerificationSite(beta, address: VerifyServer.address).base
        let app = try TestApp(server, seed: 2)
        var answers = [try await app.start(Secret("000000000000"))]
        for code in [used, over, decidedCode] { answers.append(try await app.start(code)) }
        answers.append(try await app.start(good, at: other))
        #expect(answers.allSatisfy { $0.status == 404 && $0.code == "not_found" && $0.body == answers[0].body }, "\(answers.map(\.text))")
        try await app.begin(good)
    }

    @Test("after ten wrong codes even the right one is refused for a minute; right ones aren't counted")
    func guesses() async throws {
        let server = try await VerifyServer()
        let app = try TestApp(server, seed: 1)
        let code = try await server.create().code
        for _ in 0..<12 { #expect(try await app.start(code).status == 201) }
        for _ in 0..<10 { #expect(try await app.start(Secret("000000000000")).code == "not_found") }
        #expect(try await app.start(code).code == "rate_limited")
        // Other apps of the network have tries left: twenty in all.
        let other = try TestApp(server, seed: 2)
        for _ in 0..<9 { #expect(try await other.start(Secret("000000000000")).code == "not_found") }
        #expect(try await TestApp(server, seed: 3).start(Secret("000000000000")).code == "rate_limited")
        server.time.advance(by: 60)
        #expect(try await app.start(code).status == 201)
    }

    @Test("a realm without the setting has none, and answers as an unknown one")
    func setting() async throws {
        let server = try await VerifyServer { $0.verification = false }
        await #expect(throws: DomainError(.notPermitted, "")) { try await server.create() }
        let app = try TestApp(server, seed: 1)
        let unknown = "\(VerifyServer.address)/verify/v1/\(UUID.zero.text)"
        let (off, none) = (try await app.start(Secret("000000000000")), try await app.start(Secret("000000000000"), at: unknown))
        #expect(off.status == 404 && off.body == none.body)
    }

    @Test("only the app that began a transaction finds it")
    func others() async throws {
        let server = try await VerifyServer()
        let (app, other) = (try await server.begun(), try await server.begun(seed: 2))
        let answer = try await app.call(.get, try other.path)
        #expect(answer.status == 404 && answer.code == "not_found")
        #expect(try await app.call(.get, try app.path, by: other.signing).status == 404)
        await #expect(throws: DomainError(.unknownResource, "")) {
            try await server.verifications.transaction(try app.id, of: .zero, at: server.site)
        }
    }

    @Test("a user whose verification is switched off gets none, and an unknown policy is refused")
    func refused() async throws {
        let server = try await VerifyServer()
        var order = VerifyTransactionOrder()
        order.policy = .zero
        await #expect(throws: DomainError(.invalid, "")) { try await server.create(order) }
        _ = try await server.verifications.setVerifyStatus(.disabled, of: server.user.id, at: server.site)
        await #expect(throws: DomainError(.notPermitted, "")) { try await server.create() }
        await #expect(throws: DomainError(.invalid, "")) {
            try await server.verifications.setVerifyStatus(.verified, of: server.user.id, at: server.site)
        }
    }

    @Test("a code lies in the database as a keyed hash alone, and nothing about a person in clear")
    func atRest() async throws {
        let server = try await VerifyServer()
        let code = try await server.create().code
        let row = try #require(try await server.rows("SELECT * FROM verifications").first)
        #expect(try row.blob("code").count == 32 && row.blob("code") != code.withBytes { Array($0) })
        let record = try row.blob("record")
        #expect(!String(decoding: record, as: UTF8.self).contains("Specimen"))
    }
}
