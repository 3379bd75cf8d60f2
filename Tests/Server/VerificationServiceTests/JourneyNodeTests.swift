import Directory
import Foundation
import JourneyMessages
import JourneyModel
import MailTesting
import Primitives
import Services
import Testing
import VerificationMessages
import VerificationPolicies
import Verifications

@testable import JourneyEngine

@Suite("The node identityVerification", .timeLimit(.minutes(5)))
struct JourneyNodeTests {
    private static let kind = "identityVerification"

    @Test("a code is shown until an app takes it, and the document's claims go into the profile")
    func verified() async throws {
        let server = try await VerifyServer()
        let settings: JSONObject = ["claims": ["description": "fullName", "city": "addressCity"]]
        var run = try await VerifyRun(Self.kind, settings, stores: "verified", on: server)
        #expect(run.types == [.textOutput, .textOutput, .hiddenValue, .pollingWait, .confirmation])
        #expect(run.link?.hasPrefix("\(VerifyServer.address)/verify?realm=\(server.realm.id.text)&code=") == true)
        try await run.send()
        #expect(run.link != nil)
        let app = try await run.app()
        try await run.send()
        #expect(run.types == [.pollingWait, .confirmation])
        #expect(try await app.verify().status == .success)
        try await run.send()
        #expect(run.message == "verified")
        #expect(try run.state.shared["identityVerification"]?.string == (try app.id.text))
        let user = try #require(try await server.domain.directory.users.user(server.user.id, in: server.realm.id))
        #expect(user.attribute("description")?.hasSuffix("Specimen") == true && user.attribute("city")?.isEmpty == false)
        #expect(try await server.events().contains("verification.document_read"))
    }

    @Test("a refused document, an administrator's turn, the end of the time and leaving have their outcomes")
    func outcomes() async throws {
        let failing = try await VerifyServer()
        failing.time.advance(by: 4 * 365 * 86_400)
        var run = try await VerifyRun(Self.kind, on: failing)
        _ = try await run.app().verify()
        try await run.send()
        #expect(run.message == "failed")

        let unread = try await VerifyServer(pictures: nil)
        run = try await VerifyRun(Self.kind, on: unread)
        _ = try await run.app().verify()
        try await run.send()
        #expect(run.message == "undecided")

        let server = try await VerifyServer()
        run = try await VerifyRun(Self.kind, ["timeout": 20], on: server)
        server.time.advance(by: 19.3)
        try await run.send()
        #expect(run.link != nil)
        server.time.advance(by: 1)
        try await run.send()
        #expect(run.message == "expired")

        run = try await VerifyRun(Self.kind, on: server)
        let id = try #require(try await server.verifications.transactions(of: server.user.id, at: server.site).first).id
        try await run.press(0)
        #expect(run.message == "exited")
        #expect(try await server.transaction(id).status == .deleted)
    }

    @Test("a further submission is waited for while the policy takes one")
    func again() async throws {
        let server = try await VerifyServer()
        server.policies.change { $0.governmentID.retries.attempts = 1 }
        server.time.advance(by: 4 * 365 * 86_400)
        var run = try await VerifyRun(Self.kind, on: server)
        let app = try await run.app()
        let first = try await app.verify()
        try await run.send()
        #expect(first.status == .fail && run.types == [.pollingWait, .confirmation])
        app.token = first.token
        _ = try await app.verify()
        try await run.send()
        #expect(run.message == "failed")
    }

    @Test("none is begun for a user who is switched off, in a realm without them, and beyond the number of a day")
    func unavailable() async throws {
        let server = try await VerifyServer()
        for _ in 0..<Verifications.mostByUserAndDay { _ = try await server.create() }
        #expect(try await VerifyRun(Self.kind, on: server).message == "unavailable")
        // Administrators aren't bound by it, and the next day is another.
        _ = try await server.create()
        server.time.advance(by: 86_401)
        #expect(try await VerifyRun(Self.kind, on: server).link != nil)

        let off = try await VerifyServer { $0.verification = false }
        #expect(try await VerifyRun(Self.kind, on: off).message == "unavailable")
        let disabled = try await VerifyServer()
        _ = try await disabled.verifications.setVerifyStatus(.disabled, of: disabled.user.id, at: disabled.site)
        #expect(try await VerifyRun(Self.kind, on: disabled).message == "unavailable")
    }

    @Test("the code goes to the user's own address where the node says so, and isn't shown then")
    func sent() async throws {
        let server = try await VerifyServer()
        var run = try await VerifyRun(Self.kind, ["deliveryMethod": "EMAIL"], on: server)
        #expect(run.types == [.pollingWait, .confirmation])
        let mail = try #require(server.mail.last(to: "sky@example.com"))
        let app = try TestApp(server, seed: 1)
        try await app.begin(Secret(String(try #require(mail.link?.string).suffix(12))))
        _ = try await app.verify()
        try await run.send()
        #expect(run.message == "verified")
        // The user has no telephone number.
        #expect(try await VerifyRun(Self.kind, ["deliveryMethod": "SMS"], on: server).message == "unavailable")
    }

    @Test(
        "a policy is taken by its name or id; one that there isn't is a fault of the journey",
        arguments: [("identityVerification", "policy"), ("verifyEvaluation", "verifyPolicyId"), ("verifyProofing", "verifyPolicyId")]
    )
    func policy(_ kind: String, _ setting: String) async throws {
        let server = try await VerifyServer(configured: true)
        var strict = VerifyPolicy()
        strict.name = "Strict"
        let made = try await server.verifications.rules.policies.create(strict, in: server.realm)
        for name in ["Strict", made.id.text] {
            _ = try await VerifyRun(kind, [setting: .string(name)], on: server)
            let last = try await server.verifications.transactions(of: server.user.id, at: server.site).first
            #expect(last?.policy == made.id)
            server.time.advance(by: 1)
        }
        await #expect(throws: JourneyRunError.self) { _ = try await VerifyRun(kind, [setting: "None"], on: server) }
    }

    @Test("the journey of docs/verify.md is one, and leads from the code to the profile")
    func documented() async throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/verify.md").standardized
        let page = try String(contentsOf: file, encoding: .utf8)
        let yaml = try #require(page.split(separator: "```yaml\n").dropFirst().first?.split(separator: "```").first)
        let definition = try JourneyDefinition(text: String(yaml))
        #expect(JourneyCheck(definition).findings.map(\.reason) == [])
        let server = try await VerifyServer(pictures: nil)
        var run = try await VerifyRun(definition, on: server)
        _ = try await run.app().verify()
        try await run.send()
        #expect(run.message == "An administrator looks at your document.")
    }

    @Test("claims are those of documents, and another name makes no journey")
    func claims() throws {
        var reader = JourneyReader(.standard)
        _ = NodeCatalogue.standard.kind(Self.kind)?.node(["claims": ["city": "shoeSize"]], &reader, at: "node")
        #expect(reader.problems.map(\.path) == ["node.claims"])
    }
}
