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

@Suite("What is left of verified documents", .timeLimit(.minutes(5)))
struct PrivacyTests {
    private enum End: CaseIterable {
        case retention, deletion, erasure

        func come(to app: TestApp, on server: VerifyServer) async throws {
            switch self {
            case .retention:
                server.time.advance(by: 86_401)
                try await server.domain.platform.forgetExpired()
            case .deletion: _ = try await server.verifications.delete(try app.id, of: server.user.id, at: server.site)
            case .erasure: try await server.domain.directory.users.delete(server.user.id, in: server.realm.id)
            }
        }
    }

    private struct Folder {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

        func bytes(of name: String) throws -> Data { try Data(contentsOf: url.appendingPathComponent(name)) }

        /// The bytes of the database and its log, and of all sealed images.
        func all() throws -> [Data] {
            try ["data.sqlite", "data.sqlite-wal"].map(bytes) + images().map { try bytes(of: "verifications/" + $0) }
        }

        func images() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: url.appendingPathComponent("verifications").path)
        }
    }

    @Test("after their time, a deletion or the user's erasure, no byte of images and readings is left", arguments: End.allCases)
    private func gone(_ end: End) async throws {
        let folder = try Folder()
        defer { try? FileManager.default.removeItem(at: folder.url) }
        let server = try await VerifyServer(in: folder.url.path)
        let app = try await server.begun()
        try await app.verify()
        let sealed = try await server.rows("SELECT content, reading FROM verification_cards").flatMap {
            [try $0.blob("content"), try $0.optionalBlob("reading") ?? []]
        }
        var traces = try folder.images().map { try folder.bytes(of: "verifications/" + $0).prefix(64) }
        traces += sealed.filter { !$0.isEmpty }.map { Data($0.prefix(64)) }
        #expect(traces.count == 4)
        for trace in traces { #expect(try folder.all().contains { $0.range(of: trace) != nil }) }

        try await end.come(to: app, on: server)
        server.time.advance(by: 3601)
        try await server.verifications.removeStrayFiles()
        try await server.database.write { $0.compact(upTo: .max) }
        #expect(try folder.images().isEmpty)
        for trace in traces { #expect(try !folder.all().contains { $0.range(of: trace) != nil }, "\(end)") }
        try await server.database.close()
    }

    @Test("a copy of the database from before has keys, and no image that they open")
    func copy() async throws {
        let folder = try Folder()
        defer { try? FileManager.default.removeItem(at: folder.url) }
        let server = try await VerifyServer(in: folder.url.path)
        let app = try await server.begun()
        try await app.verify()
        try await server.database.write { $0.compact(upTo: .max) }
        let copies = try ["data.sqlite", "data.sqlite-wal"].map { ($0, try folder.bytes(of: $0)) }
        _ = try await server.verifications.delete(try app.id, of: server.user.id, at: server.site)
        try await server.database.close()
        for (name, bytes) in copies { try bytes.write(to: folder.url.appendingPathComponent(name)) }

        let again = try await SQLiteDatabase.open(at: folder.url.path + "/data.sqlite", migrations: Schema.migrations)
        let files = try await again.read { try $0.rows("SELECT file FROM verification_images", values: []) }.map { try $0.text("file") }
        #expect(files.count == 2)
        let store = FolderFileStore(folder: folder.url.path + "/verifications")
        for file in files { await #expect(throws: (any Error).self) { try await store.read(file, from: 0, count: 1) } }
        try await again.close()
    }

    @Test("neither the database as it stands nor the audit log has the code, the token, or a word of the document")
    func unsaid() async throws {
        let folder = try Folder()
        defer { try? FileManager.default.removeItem(at: folder.url) }
        let server = try await VerifyServer(in: folder.url.path)
        let (_, code) = try await server.create()
        let app = try TestApp(server, seed: 1)
        try await app.begin(code)
        let token = try #require(app.token)
        let report = try await app.verify()
        for datum in try await server.verifications.verifiedData(of: try app.id, of: server.user.id, at: server.site) {
            _ = try await server.verifications.verifiedDatum(datum.id, of: try app.id, of: server.user.id, at: server.site)
        }
        _ = try await server.events()
        try await server.database.write { $0.compact(upTo: .max) }
        let read = IdentityField.allCases.filter { $0 != .idType }.compactMap { report.userData[$0] }
        let words = [code.reveal(), token.reveal()] + read.filter { $0.utf8.count > 5 && !$0.isExactly("Specimen") }
        #expect(words.count > 5)
        for word in words {
            for bytes in try folder.all() { #expect(bytes.range(of: Data(word.utf8)) == nil, "\(word)") }
        }
        let audited = try await server.rows("SELECT * FROM audit_event").map { "\($0)" }
        #expect(audited.count > 4)
        for line in audited { #expect(!line.contains("Specimen")) }
        try await server.database.close()
    }
}
