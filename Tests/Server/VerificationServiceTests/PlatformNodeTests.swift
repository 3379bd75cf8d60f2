import Directory
import Foundation
import JourneyMessages
import JourneyModel
import MailTesting
import Primitives
import Services
import Store
import Testing
import VerificationMessages
import Verifications

@testable import JourneyEngine

@Suite("AM's nodes for PingOne Verify", .timeLimit(.minutes(5)))
struct PlatformNodeTests {
    private static let evaluation = "verifyEvaluation"
    private static let decision = "verifyCompletionDecision"
    private static let proofing = "verifyProofing"

    // MARK: - PingOne Verify Evaluation

    @Test("an evaluation keeps whose it is, the checks and the document's fields, and no image")
    func evaluated() async throws {
        let server = try await VerifyServer()
        var run = try await VerifyRun(Self.evaluation, ["storeVerificationMetadata": true, "storeVerifiedData": true], on: server)
        #expect(run.types == [.textOutput, .textOutput, .hiddenValue, .pollingWait])
        let app = try await run.app()
        _ = try await app.verify()
        try await run.send()
        #expect(run.message == "successOutcome")
        let state = try run.state.shared
        #expect(state["pingOneUserId"]?.string == server.user.id.text)
        for key in ["pinOneVerifyTransactionId", "pingOneVerifyTransactionId"] { #expect(state[key]?.string == (try app.id.text)) }
        #expect(state["pingOneVerifyMetadata"]?.array?.first?["status"] == "PASS")
        let data = try #require(state["pingOneVerifyVerifiedData"]?.array)
        #expect(data.contains { $0["type"] == "FRONT_IMAGE" && $0["data"] == nil })
        #expect(data.first { $0["type"] == "GOVERNMENT_ID" }?["data"]?.string?.contains("Specimen") == true)
    }

    @Test("without the settings the state gets no data; a failure and the end of the time are told, and kept where that is set")
    func failures() async throws {
        let server = try await VerifyServer(pictures: nil)
        var run = try await VerifyRun(Self.evaluation, ["timeout": 30, "captureFailure": true], on: server)
        _ = try await run.app().verify()
        try await run.send()
        // An administrator may still decide.
        #expect(run.types == [.pollingWait])
        server.time.advance(by: 30.7)
        try await run.send()
        #expect(run.message == "timeoutOutcome")
        let state = try run.state.shared
        #expect(state["pingOneVerifyEvaluationFailureReason"] != nil)
        #expect(state["pingOneVerifyMetadata"] == nil && state["pingOneVerifyVerifiedData"] == nil)

        let failing = try await VerifyServer()
        failing.time.advance(by: 4 * 365 * 86_400)
        run = try await VerifyRun(Self.evaluation, on: failing)
        _ = try await run.app().verify()
        try await run.send()
        #expect(run.message == "failureOutcome")
        #expect(try run.state.shared["pingOneVerifyEvaluationFailureReason"] == nil)
    }

    @Test("the user chooses among the ways that reach them; no answer is the usual way")
    func chosen() async throws {
        let server = try await VerifyServer()
        let settings: JSONObject = ["allowDeliveryMethodSelection": true, "deliveryMethod": "EMAIL", "deliveryMethodMessage": "Which way?"]
        var run = try await VerifyRun(Self.evaluation, settings, on: server)
        #expect(run.types == [.textOutput, .confirmation] && run.message == "Which way?")
        #expect(run.buttons == ["By a QR code", "By e-mail"])
        #expect(try await server.rows("SELECT id FROM verifications").isEmpty)
        try await run.press(0)
        #expect(run.link != nil && server.mail.messages.isEmpty)
        run = try await VerifyRun(Self.evaluation, settings, on: server)
        try await run.send()
        #expect(run.link == nil && server.mail.messages.count == 1)
    }

    @Test("a verification that an app has begun is gone on with; one whose code wasn't used is begun anew")
    func continued() async throws {
        let server = try await VerifyServer()
        var run = try await VerifyRun(Self.evaluation, before: (Self.decision, [:]), on: server)
        let app = try await run.app()
        run = try await VerifyRun(Self.evaluation, before: (Self.decision, [:]), on: server)
        #expect(run.types == [.pollingWait])
        _ = try await app.verify()
        try await run.send()
        #expect(run.message == "successOutcome")
        #expect(try await server.rows("SELECT id FROM verifications").count == 1)

        let unused = try await VerifyServer()
        _ = try await unused.create()
        run = try await VerifyRun(Self.evaluation, before: (Self.decision, [:]), on: unused)
        #expect(run.link != nil)
        #expect(try await unused.rows("SELECT id FROM verifications").count == 2)
    }

    // MARK: - PingOne Verify Completion Decision

    @Test("a decision says how the last verification stands")
    func decided() async throws {
        let server = try await VerifyServer()
        func outcome(_ settings: JSONObject = JSONObject()) async throws -> String? {
            try await VerifyRun(Self.decision, settings, on: server).message
        }
        #expect(try await outcome() == "notStartedOutcome")
        let first = try await server.create().transaction.id
        #expect(try await outcome() == "notCompletedOutcome")
        server.time.advance(by: 1800.5)
        #expect(try await outcome() == "expiredOutcome")
        var word = VerifyDecision()
        for (status, expected) in [(VerificationStatus.fail, "failureOutcome"), (.approvedManually, "successOutcome")] {
            word.transactionStatus.status = status
            _ = try await server.verifications.decide(word, on: first, of: server.user.id, at: server.site)
            #expect(try await outcome() == expected)
        }
        _ = try await server.verifications.delete(first, of: server.user.id, at: server.site)
        #expect(try await outcome() == "notStartedOutcome")
    }

    @Test("the reason of a failure is kept where that is set", arguments: [true, false])
    func reason(_ isKept: Bool) async throws {
        let server = try await VerifyServer()
        _ = try await server.create()
        server.time.advance(by: 1800.5)
        let run = try await VerifyRun(Self.decision, ["captureFailure": .bool(isKept)], on: server)
        #expect(try (run.state.shared["pingOneVerifyCompletionFailureReason"] != nil) == isKept)
    }

    // MARK: - PingOne Verify Proofing

    @Test("the id is kept where that is set, and claims go into the profile")
    func proofed() async throws {
        let server = try await VerifyServer()
        let settings: JSONObject = [
            "attributeMappingConfiguration": ["description": "birthDate"], "tsTransactionId": true, "dobVerification": 18,
            "govId": "DRIVING_LICENSE",
        ]
        var run = try await VerifyRun(Self.proofing, settings, stores: "SUCCESS", on: server)
        #expect(run.buttons == ["Cancel"])
        let app = try await run.app()
        _ = try await app.verify()
        try await run.send()
        #expect(run.message == "SUCCESS")
        #expect(try run.state.shared["pinOneVerifyTransactionId"]?.string == (try app.id.text))
        let user = try #require(try await server.domain.directory.users.user(server.user.id, in: server.realm.id))
        #expect(user.attribute("description") == "2003-06-15")
    }

    @Test("the document's fields and the checks are kept among the transient values where that is set", arguments: [true, false])
    func kept(_ isSet: Bool) async throws {
        let server = try await VerifyServer()
        var run = try await VerifyRun(
            Self.proofing, ["saveVerifiedClaims": .bool(isSet), "saveMetadata": .bool(isSet)], looks: true, on: server)
        _ = try await run.app().verify()
        try await run.send()
        #expect(run.message == "SUCCESS")
        let secrets = try run.state.secrets
        let claims = secrets["VerifyClaimResult"].map(TransientValue.json)
        #expect(claims?["lastName"] == (isSet ? "Specimen" : nil))
        #expect((secrets["VerifyMetadataResult"].map(TransientValue.json)?.array?.first?["status"] == "PASS") == isSet)
        #expect(try run.state.shared["pinOneVerifyTransactionId"] == nil)
    }

    private static let refusals: [JSONObject] = [
        ["dobVerification": 60], ["govId": "PASSPORT"], ["fuzzyMatchingConfiguration": ["givenName": "EXACT", "cn": "HIGH"]],
    ]

    @Test("a user who is too young, another document and a record that doesn't match fail", arguments: refusals.indices)
    func refused(_ index: Int) async throws {
        let server = try await VerifyServer()
        _ = try await server.domain.directory.accounts.change(server.user.id, in: server.realm, as: .administrator) {
            $0["givenName"] = "Bartholomew"
            $0["cn"] = "Bartholomew Specimen"
        }
        var run = try await VerifyRun(Self.proofing, Self.refusals[index], on: server)
        _ = try await run.app().verify()
        try await run.send()
        #expect(run.message == "FAIL")
        var other = try await VerifyRun(Self.proofing, ["dobVerification": 18, "govId": "ANY"], on: server)
        _ = try await other.app(seed: 2).verify()
        try await other.send()
        #expect(other.message == "SUCCESS")
    }

    @Test("an expired document fails by the node where the policy lets it pass", arguments: [true, false])
    func expired(_ isRefused: Bool) async throws {
        let server = try await VerifyServer()
        server.policies.change { $0.governmentID.failsExpired = false }
        server.time.advance(by: 4 * 365 * 86_400)
        var run = try await VerifyRun(Self.proofing, ["failExpired": .bool(isRefused)], on: server)
        _ = try await run.app().verify()
        try await run.send()
        #expect(run.message == (isRefused ? "FAIL" : "SUCCESS"))
    }

    @Test("leaving and a verification that can't be begun have outcomes; the user chooses the way")
    func ways() async throws {
        let server = try await VerifyServer()
        var run = try await VerifyRun(Self.proofing, ["timeOut": 20], on: server)
        try await run.press(0)
        #expect(run.message == "CANCEL")
        run = try await VerifyRun(Self.proofing, ["timeOut": 20], on: server)
        server.time.advance(by: 20.9)
        try await run.send()
        #expect(run.message == "FAIL")
        run = try await VerifyRun(Self.proofing, ["userNotification": "SMS"], on: server)
        #expect(run.message == "ERROR")
        run = try await VerifyRun(Self.proofing, ["userNotification": "QR", "userNotificationChoice": true], on: server)
        #expect(run.buttons == ["By a QR code", "By e-mail"])
    }

    @Test("levels and attributes that say nothing make no journey")
    func objections() throws {
        let wrong: [JSONObject] = [
            ["fuzzyMatchingConfiguration": ["givenName": "SOMEHOW"]], ["fuzzyMatchingConfiguration": ["shoeSize": "LOW"]],
            ["attributeMappingConfiguration": ["city": "shoeSize"]],
        ]
        for settings in wrong {
            var reader = JourneyReader(.standard)
            _ = NodeCatalogue.standard.kind(Self.proofing)?.node(settings, &reader, at: "node")
            #expect(reader.problems.map(\.path) == settings.names.map { "node.\($0)" })
        }
    }

    @Test("the kind that compares with a stored picture is refused with the reason")
    func refusedKind() throws {
        let text = "name: A\nstart: a\nnodes:\n  a: { PingOneVerifyAuthentication: {}, SUCCESS: success }\n"
        let found = JourneyCheck(text: text).findings
        #expect(found.contains { $0.reason.contains("a picture that is stored") }, "\(found)")
    }
}
