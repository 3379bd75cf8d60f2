import Foundation
@testable import GatehouseServer
import Logging
import Primitives
import ServerTesting
import Services
import Store
import Testing

@Suite("Copies of the database, made by the server")
struct ScheduledBackupTests {
    private func names(_ folder: String) throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }

    @Test("one is made when the newest is too old; the oldest go, other files and what is under way of others stay")
    func copies() async throws {
        let directory = try TemporaryDirectory()
        let (path, folder, time) = (directory.path + "/data.db", directory.path + "/a/copies", ManualTime())
        let database = try await SQLiteDatabase.open(at: path, migrations: Schema.migrations)
        let backups = ScheduledBackups(
            database: path, folder: folder, interval: 7200, kept: 2, time: time,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        await backups.look()
        let first = try names(folder)
        #expect(first.count == 1 && first[0].hasPrefix("gatehouse-20") && first[0].hasSuffix("Z.db"))
        #expect(try FileManager.default.attributesOfItem(atPath: "\(folder)/\(first[0])")[.posixPermissions] as? Int == 0o600)
        for other in ["notes.txt", "gatehouse-mine.db", "gatehouse-20260101T000000Z.db.part"] {
            try Data("x".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(other)"))
        }
        time.advance(by: 7199)
        await backups.look()
        #expect(backups.age == 7199)
        for _ in 1...3 {
            time.advance(by: 7201)
            await backups.look()
            #expect(backups.age == 0)
        }
        let last = try names(folder)
        #expect(last.count == 4 && !last.contains(first[0]) && last.contains("notes.txt") && last.contains("gatehouse-mine.db"))
        let copy = try await SQLiteDatabase.open(at: "\(folder)/\(last.filter { $0.hasSuffix("Z.db") }[1])", migrations: Schema.migrations)
        try await copy.close()
        try await database.close()
        directory.remove()
    }

    @Test("a copy that fails leaves the copies that there are; one from the future counts for none")
    func failures() async throws {
        let directory = try TemporaryDirectory()
        let (path, folder, time) = (directory.path + "/data.db", directory.path + "/copies", ManualTime())
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        for name in ["gatehouse-20000101T000000Z.db", "gatehouse-29990101T000000Z.db"] {
            try Data("x".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        }
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let backups = ScheduledBackups(database: path, folder: folder, interval: 60, kept: 1, time: time, logger: logger)
        await backups.look()
        #expect(try names(folder).count == 2)
        #expect(backups.age == time.now.timeIntervalSince(Date(timeIntervalSince1970: 946_684_800)))
        directory.remove()
    }

    @Test("the setting makes a server copy its database; with PostgreSQL it is refused")
    func served() async throws {
        let directory = try TemporaryDirectory()
        let folder = directory.path + "/copies"
        try await TestServer.run(settings: ["data-directory": directory.path + "/data", "backup-folder": folder]) { _ async throws in
            for _ in 0..<1000 where (try? names(folder))?.contains(where: { $0.hasSuffix("Z.db") }) != true {
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(try names(folder).count == 1)
        }
        directory.remove()
        let refused: [String: String] = ["database": "postgres://db.example.com/data", "backup-folder": "/backup"]
        #expect(throws: ConfigurationError.self) { try ServerConfiguration(ResolvedSettings(flags: refused)) }
    }
}
