import DeviceMessages
import Directory
import Foundation
import Foundations
import Primitives
import SealedFiles
import Services
import Store
import Testing
import VerificationMessages
import Verifications

@Suite("Data of verifications", .timeLimit(.minutes(5)))
struct KeepingTests {
    @Test("administrators read each piece of data, and each reading is written down")
    func data() async throws {
        let server = try await VerifyServer()
        let app = try await server.begun()
        try await app.verify()
        let (service, user) = (server.verifications, server.user.id)
        let listed = try await service.verifiedData(of: try app.id, of: user, at: server.site)
        #expect(Set(listed.map(\.type)) == [.governmentID, .frontImage, .backImage, .barcode])
        #expect(listed.allSatisfy { $0.data.isEmpty && $0.attempt == 1 })
        #expect(try await !server.events().contains("verification.document_read"))
        for datum in listed {
            let whole = try await service.verifiedDatum(datum.id, of: try app.id, of: user, at: server.site)
            switch datum.type {
            case .governmentID: #expect(try JSONValue(parsing: whole.data)["lastName"] == "Specimen")
            case .barcode: #expect(Data(base64Encoded: whole.data) == Data(ScriptedPictures.file("licence.bin")))
            case .frontImage: #expect(Data(base64Encoded: whole.data) == Data(ScriptedPictures.file("rgb.png")))
            default: #expect(Data(base64Encoded: whole.data) == Data(ScriptedPictures.file("licence.png")))
            }
        }
        #expect(try await server.events().filter { $0 == "verification.document_read" }.count == 4)
        let barcodes = try await service.verifiedData(of: try app.id, of: user, type: .barcode, attempts: .all, at: server.site)
        #expect(barcodes.count == 1)
        await #expect(throws: DomainError(.unknownResource, "")) {
            try await service.verifiedDatum(app.random.uuid(), of: try app.id, of: user, at: server.site)
        }
        await #expect(throws: DomainError(.unknownResource, "")) {
            try await service.verifiedData(of: try app.id, of: app.random.uuid(), at: server.site)
        }
    }

    @Test("keys and files go with the realm's time, and the state stays")
    func retention() async throws {
        let server = try await VerifyServer { $0.verificationRetention = 3600 }
        let app = try await server.begun()
        try await app.verify()
        server.time.advance(by: 3600)
        try await server.domain.platform.forgetExpired()
        #expect(try await !server.rows("SELECT * FROM verification_cards").isEmpty)
        server.time.advance(by: 1)
        try await server.domain.platform.forgetExpired()
        #expect(try await server.rows("SELECT id FROM verification_images").isEmpty)
        #expect(
            try await server.rows("SELECT submission FROM verification_cards UNION ALL SELECT submission FROM verification_checks").isEmpty)
        try await server.verifications.removeStrayFiles()
        #expect(server.files.names().isEmpty)
        let report = try await app.report()
        #expect(report.status == .success && report.userData.isEmpty && report.claims.isEmpty)
        #expect(try await server.verifications.verifyStatus(of: server.user.id, at: server.site).status == .verified)
    }

    @Test("a deleted transaction has neither keys nor files, and its state is told until the time is over")
    func deleted() async throws {
        let server = try await VerifyServer()
        let app = try await server.begun()
        try await app.verify()
        #expect(try await server.verifications.delete(try app.id, of: server.user.id, at: server.site).status == .deleted)
        #expect(server.files.names().isEmpty)
        #expect(try await server.rows("SELECT * FROM verification_cards").isEmpty)
        let report = try await app.report()
        #expect(report.status == .deleted && report.userData.isEmpty && report.providers.isEmpty)
        await #expect(throws: DomainError(.conflict, "")) {
            try await server.verifications.decide(VerifyDecision(), on: try app.id, of: server.user.id, at: server.site)
        }
        server.time.advance(by: 86_401)
        try await server.domain.platform.forgetExpired()
        #expect(try await server.rows("SELECT * FROM verifications").isEmpty)
    }

    @Test("with a user go all rows, and the files without a row go after an hour")
    func user() async throws {
        let server = try await VerifyServer()
        let app = try await server.begun()
        try await app.verify()
        _ = try await app.server.create()
        let (realm, user) = (server.realm.id, server.user.id)
        let erasure = server.domain.platform.erasure
        try await server.database.write { _ = try erasure.erase(user: user, realm: realm, in: $0) }
        let rows = try await server.rows(
            """
            SELECT user_id FROM verifications UNION ALL SELECT user_id FROM verification_cards UNION ALL SELECT user_id FROM verification_images
            UNION ALL SELECT user_id FROM verification_checks UNION ALL SELECT user_id FROM verification_claims
            UNION ALL SELECT user_id FROM verify_statuses
            """)
        #expect(rows.isEmpty)
        #expect(server.files.names().count == 2)
        server.time.advance(by: 3601)
        try await server.verifications.removeStrayFiles()
        #expect(server.files.names().isEmpty)
    }

    @Test("an order that a killed server has left is done after its lease, once")
    func killed() async throws {
        let pictures = ScriptedPictures()
        let server = try await VerifyServer(pictures: pictures)
        let app = try await server.begun()
        pictures.fail(CancellationError())
        #expect(try await app.submit([try await app.licence()]).status == 202)
        await #expect(throws: CancellationError.self) { try await server.work() }
        server.time.advance(by: 59)
        try await server.work()
        #expect(try await app.report().status == .inProgress)
        server.time.advance(by: 1)
        try await server.work()
        #expect(try await app.report().status == .success)
        #expect(try await server.rows("SELECT * FROM verification_orders").isEmpty)
    }

    @Test("the lease of an order begins anew with each picture")
    func lease() async throws {
        let pictures = ScriptedPictures()
        let server = try await VerifyServer(pictures: pictures)
        let app = try await server.begun()
        let time = server.time
        pictures.beforeEach { time.advance(by: 45) }
        #expect(try await app.submit([try await app.licence()]).status == 202)
        pictures.fail(after: 1, CancellationError())
        await #expect(throws: CancellationError.self) { try await server.work() }
        // 90 seconds after the order was taken, and 45 after its second picture was begun.
        #expect(pictures.count == 1)
        server.time.advance(by: 14)
        try await server.work()
        #expect(try await app.report().status == .inProgress)
        server.time.advance(by: 1)
        try await server.work()
        #expect(try await app.report().status == .success)
    }

    @Test("pictures that can't be read just now are read later, until the transaction's time is over")
    func later() async throws {
        let pictures = ScriptedPictures()
        let server = try await VerifyServer(pictures: pictures)
        let app = try await server.begun()
        pictures.fail(DeviceError(.server, "busy"))
        #expect(try await app.verify().status == .inProgress)
        server.time.advance(by: 30)
        try await server.work()
        #expect(try await app.report().status == .success)
        let other = try await server.begun(seed: 2)
        pictures.fail(DeviceError(.server, "busy"))
        #expect(try await other.verify().status == .inProgress)
        server.time.advance(by: 1800)
        try await server.work()
        let report = try await other.report()
        #expect(report.status == .fail && report.providers.map(\.provider) == ["service"])
        #expect(try await server.rows("SELECT * FROM verification_orders").isEmpty)
    }
}
