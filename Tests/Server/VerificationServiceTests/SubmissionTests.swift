import DeviceMessages
import Directory
import Foundation
import Foundations
import HTTPTypes
import JOSE
import Primitives
import SealedFiles
import Store
import Testing
import VerificationMessages
import Verifications

@Suite("Submissions", .timeLimit(.minutes(5)))
struct SubmissionTests {
    @Test("from the code to the result: the document is read, the user is verified, and the app gets its data and a claim")
    func flow() async throws {
        let server = try await VerifyServer()
        let app = try await server.begun()
        let answer = try await app.submit([try await app.licence()])
        #expect(answer.status == 202)
        let submitted = try VerificationReport(json: answer.json)
        #expect(submitted.status == .inProgress && submitted.token == nil && submitted.userData.isEmpty)
        try await server.work()
        let report = try await app.report()
        #expect(report.status == .success && report.claims.count == 1)
        #expect(report.userData[.lastName] == "Specimen" && report.userData[.expirationDate] == "2029-06-15")
        let transaction = try await server.transaction(try app.id)
        #expect(transaction.status == .success && transaction.attempts == 1 && transaction.parts == [.governmentID: .success])
        let status = try await server.verifications.verifyStatus(of: server.user.id, at: server.site)
        #expect(try status.status == .verified && status.transaction == app.id)
        #expect(
            try await server.events().filter { $0.hasPrefix("verification.") } == [
                "verification.requested", "verification.initiated", "verification.submitted", "verification.completed",
            ])
    }

    @Test("nothing of a document stands in the audit log")
    func audit() async throws {
        let server = try await VerifyServer()
        try await server.begun().verify()
        try await AuditLog.seal(server.database)
        for row in try await server.rows("SELECT * FROM audit_event") {
            let details = try row.text("details")
            for word in ["SPECIMEN", "RILEY", "Q00-000", "FICTION", "Specimen"] { #expect(!details.contains(word)) }
        }
    }

    @Test("an image that is missing, of another length or changed is refused, and the token isn't spent")
    func images() async throws {
        let server = try await VerifyServer()
        let app = try await server.begun()
        let card = try await app.licence()
        var missing = card
        missing.images[0].id = app.random.uuid()
        #expect(try await app.submit([missing]).code == "not_found")
        var short = card
        short.images[0].size -= 1
        #expect(try await app.submit([short]).code == "conflict")
        var changed = card
        changed.images[0].digest = [UInt8](repeating: 1, count: 32)
        #expect(try await app.submit([changed]).code == "conflict")
        let (text, sealed) = try ImageReference.seal(Array("no picture".utf8), id: app.random.uuid(), side: .front, random: app.random)
        #expect(try await app.upload(sealed, as: text.id).status == 204)
        #expect(try await app.submit([IdentityCard(type: .passport, id: "p", images: [text])]).code == "malformed")
        #expect(try await app.submit([card]).status == 202)
    }

    @Test("a token is spent once: of two submissions at once one counts")
    func once() async throws {
        let server = try await VerifyServer()
        let app = try await server.begun()
        let card = try await app.licence()
        let answers = [try await app.submit([card]), try await app.submit([card])]
        #expect(answers.map(\.status) == [202, 409] && answers[1].code == "replayed")
        #expect(try await app.submit([card], token: Secret("AAAA")).code == "replayed")
        #expect(try await server.transaction(try app.id).attempts == 1)
        #expect(try await server.rows("SELECT * FROM verification_orders").count == 1)
    }

    @Test("a selfie is taken where the policy asks for one, and only there")
    func selfies() async throws {
        let server = try await VerifyServer()
        let app = try await server.begun()
        #expect(try await app.submit([try await app.licence(), try await app.selfie()]).code == "policy")
        server.policies.change { $0.facialComparison.use = .required }
        let other = try await server.begun(seed: 2)
        #expect(try await other.submit([try await other.licence()]).code == "policy")
        #expect(try await other.submit([try await other.licence(), try await other.selfie()]).status == 202)
    }

    @Test("a seventh image, a wrong length and a wrong token are refused; a second upload replaces the first")
    func uploads() async throws {
        let server = try await VerifyServer()
        let app = try await server.begun()
        let first = app.random.uuid()
        #expect(try await app.upload([UInt8](repeating: 0, count: 16), as: first).code == "malformed")
        #expect(try await app.upload([], as: first).code == "malformed")
        #expect(try await app.upload([UInt8](repeating: 0, count: 17), as: first, token: Secret("AAAA")).code == "not_found")
        #expect(server.files.names().isEmpty)
        for _ in 0..<2 { #expect(try await app.upload([UInt8](repeating: 0, count: 17), as: first).status == 204) }
        #expect(server.files.names().count == 1)
        for _ in 0..<5 { #expect(try await app.upload([UInt8](repeating: 0, count: 17), as: app.random.uuid()).status == 204) }
        let answer = try await app.upload([UInt8](repeating: 0, count: 17), as: app.random.uuid())
        #expect(answer.status == 507 && answer.code == "full")
        #expect(try await app.upload([UInt8](repeating: 1, count: 18), as: first).status == 204)
        #expect(server.files.names().count == 6)
    }

    @Test("images that a submission doesn't name go with it, and the others can't be replaced")
    func unnamed() async throws {
        let server = try await VerifyServer()
        server.policies.change { $0.governmentID.retries.attempts = 1 }
        let app = try await server.begun()
        _ = try await app.image("rgb.png", .front)
        let card = try await app.licence(back: "transparent.png")
        #expect(server.files.names().count == 3)
        #expect(try await app.submit([card]).status == 202)
        #expect(server.files.names().count == 2)
        #expect(try await app.upload([UInt8](repeating: 0, count: 17), as: card.images[0].id).status != 204)
    }

    @Test("data are taken until their time is over, and no longer")
    func expired() async throws {
        let server = try await VerifyServer()
        let app = try await server.begun()
        let card = try await app.licence()
        server.time.advance(by: 900)
        #expect(try await app.submit([card]).code == "expired")
        #expect(try await app.upload([UInt8](repeating: 0, count: 17), as: app.random.uuid()).code == "expired")
        let report = try await app.report()
        #expect(report.status == .fail && report.token == nil && report.providers.first?.messages.keys.first == "TRANSACTION_TIMED_OUT")
    }

    @Test("a message that is sealed for another transaction or signed by another app is no proof")
    func foreign() async throws {
        let server = try await VerifyServer()
        let (app, other) = (try await server.begun(), try await server.begun(seed: 2))
        let submission = VerificationSubmission(
            transaction: try app.id, token: try #require(app.token), cards: [try await app.licence()], issuedAt: server.time.now)
        let input = submission.signingInput(app: other.signing.thumbprintText)
        let message = try submission.seal(
            input, signature: try TestApp.sign(input, other.signing), for: try #require(app.configuration).agreement, random: app.random)
        let body = JSONValue.object(["message": .string(message)]).encoded
        #expect(try await app.call(.post, "\(try app.path)/submission", body).code == "invalid_proof")
        #expect(try await other.call(.post, "\(try other.path)/submission", body).code == "invalid_proof")
    }
}
