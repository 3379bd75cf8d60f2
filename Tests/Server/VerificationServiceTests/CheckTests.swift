import DeviceMessages
import Directory
import Foundation
import Foundations
import IdentityDocuments
import Primitives
import Store
import Testing
import VerificationMessages
import Verifications
import VisionMessages

@Suite("Checks of verifications", .timeLimit(.minutes(5)))
struct CheckTests {
    @Test("an expired document fails with its reason; a further submission is taken as often as the policy says")
    func expired() async throws {
        let server = try await VerifyServer()
        server.policies.change { $0.governmentID.retries.attempts = 1 }
        server.time.advance(by: 4 * 365 * 86_400)
        let app = try await server.begun()
        let report = try await app.verify()
        #expect(report.status == .fail && report.providers.first?.messages.keys.contains("expired") == true)
        #expect(report.userData.isEmpty && report.claims.isEmpty)
        app.token = report.token
        let second = try await app.verify()
        #expect(second.status == .fail && second.token == nil)
        let transaction = try await server.transaction(try app.id)
        #expect(transaction.attempts == 2)
        let metadata = try await server.verifications.metaData(of: try app.id, of: server.user.id, at: server.site)
        #expect(metadata.map(\.attempts) == [1, 2] && metadata.allSatisfy { $0.status == .fail && $0.provider == "built-in" })
        #expect(try await server.verifications.verifyStatus(of: server.user.id, at: server.site).status == .enabled)
    }

    @Test("what can't be read is no result: the transaction waits for an administrator, whose word counts", arguments: [true, false])
    func unread(_ isApproved: Bool) async throws {
        let server = try await VerifyServer(pictures: nil)
        let app = try await server.begun()
        #expect(try await app.verify().status == .partial)
        #expect(try await server.verifications.waiting(at: server.site).map(\.id) == [try app.id])
        var decision = VerifyDecision()
        decision.transactionStatus.status = isApproved ? .approvedManually : .fail
        decision.reason = "seen in person"
        let decided = try await server.verifications.decide(decision, on: try app.id, of: server.user.id, at: server.site)
        #expect(decided.status == decision.transactionStatus.status && decided.reason == "seen in person")
        #expect(try await server.verifications.waiting(at: server.site).isEmpty)
        let status = try await server.verifications.verifyStatus(of: server.user.id, at: server.site).status
        #expect(status == (isApproved ? .verified : .enabled))
        #expect(try await app.report().status == decision.transactionStatus.status)
        // Time changes nothing of a decision.
        server.time.advance(by: 3600)
        try await server.work()
        #expect(try await app.report().status == decision.transactionStatus.status)
    }

    @Test("faces are compared, at the policy's distance", arguments: [(0.5, VerificationStatus.success), (0.58, .fail)])
    func faces(_ distance: Double, _ status: VerificationStatus) async throws {
        let pictures = ScriptedPictures()
        pictures.tell(try Self.face(0), of: ScriptedPictures.file("rgb.png"))
        pictures.tell(try Self.face(distance), of: ScriptedPictures.file("baseline.jpg"))
        let server = try await VerifyServer(pictures: pictures)
        server.policies.change { $0.facialComparison.use = .required }
        let app = try await server.begun()
        let report = try await app.verify(with: [try await app.selfie()])
        #expect(report.status == status)
        let transaction = try await server.transaction(try app.id)
        #expect(transaction.parts == [.governmentID: .success, .selfie: status])
    }

    @Test("without a reader of faces a comparison isn't available, and is never taken for a positive one")
    func modelsMissing() async throws {
        let server = try await VerifyServer()
        server.policies.change { $0.facialComparison.use = .required }
        let app = try await server.begun()
        #expect(try await app.verify(with: [try await app.selfie()]).status == .partial)
    }

    @Test(
        "the record is compared: what the order says, and else the profile",
        arguments: [("Specimen", VerificationStatus.success), ("Other", .fail)])
    func record(_ name: String, _ status: VerificationStatus) async throws {
        let server = try await VerifyServer()
        server.policies.change { policy in
            policy.recordMatching.familyName = RecordMatchingRule.Rule()
        }
        var order = VerifyTransactionOrder()
        if name != "Specimen" {
            var value = VerifyRecord.Value()
            value.value = name
            order.record.familyName = value
        }
        let app = try TestApp(server, seed: 1)
        try await app.begin(try await server.create(order).code)
        #expect(try await app.verify().status == status)
    }

    @Test("an administrator judges alone, or where the document isn't positive", arguments: [GovernmentIDRule.Inspection.manual, .stepUp])
    func manual(_ inspection: GovernmentIDRule.Inspection) async throws {
        let server = try await VerifyServer()
        server.policies.change { $0.governmentID.inspection = inspection }
        let app = try await server.begun()
        if inspection == .stepUp { #expect(try await app.verify().status == .success) }
        server.time.advance(by: 4 * 365 * 86_400)
        let other = try await server.begun(seed: 2)
        let report = try await other.verify()
        #expect(report.status == (inspection == .manual ? .inProgress : .partial))
        #expect(try await server.verifications.waiting(at: server.site).map(\.id) == [try other.id])
        var decision = VerifyDecision()
        decision.transactionStatus.status = .approvedManually
        _ = try await server.verifications.decide(decision, on: try other.id, of: server.user.id, at: server.site)
        let metadata = try await server.verifications.metaData(of: try other.id, of: server.user.id, at: server.site)
        #expect(metadata.first { $0.type == .manualAuthentication }?.status == .pass)
        let result = try await other.report()
        #expect(result.status == .approvedManually && result.userData[.lastName] == "Specimen" && result.claims.isEmpty)
    }

    @Test("data are collected alone: nothing is read, and time fails nothing")
    func collecting() async throws {
        let pictures = ScriptedPictures()
        let server = try await VerifyServer(pictures: pictures)
        server.policies.change { $0.transaction.collectsOnly = true }
        let app = try await server.begun()
        #expect(try await app.verify().status == .partial)
        server.time.advance(by: 86_400)
        try await server.work()
        #expect(try await app.report().status == .partial && pictures.count == 0)
        #expect(try await server.verifications.waiting(at: server.site).count == 1)
    }

    /// A picture with one face, at a distance from that of 0.
    private static func face(_ distance: Double) throws -> VisionReport {
        var report = VisionReport(kind: .png, width: 1000, height: 1000)
        report.faces = [DetectedFace(box: ImageBox(left: 300, top: 200, width: 400, height: 400), score: 1, points: nil)]
        report.descriptors = .done([try #require(FaceDescriptor([distance] + [Double](repeating: 0, count: 127)))])
        return report
    }
}
