import Foundation
@testable import Store
import Testing

@Suite("Opening the embedded database")
struct SQLiteOpeningTests {
    @Test("a new one keeps what is written, and is there when it's opened again")
    func reopened() async throws {
        try await inDirectory { directory in
            let first = try await SQLiteDatabase.open(at: directory + "/a.db", migrations: [.things])
            try await first.insert(1)
            try await first.close()
            let second = try await SQLiteDatabase.open(at: directory + "/a.db", migrations: [.things])
            try await second.expect(ids: [1])
            try await second.close()
        }
    }

    @Test("a commit waits for the disk, and references are checked")
    func settings() async throws {
        try await inDirectory { directory in
            let database = try await SQLiteDatabase.open(at: directory + "/a.db", migrations: [])
            let settings = try await database.write { transaction in
                try [
                    transaction.row("PRAGMA synchronous")?.int("synchronous"),
                    transaction.row("PRAGMA foreign_keys")?.int("foreign_keys"),
                ]
            }
            #expect(settings == [2, 1])
            let mode = try await database.read { try $0.row("PRAGMA journal_mode")?.text("journal_mode") }
            #expect(mode == "wal")
            try await database.close()
        }
    }

    @Test("a second server is refused while the first has it")
    func inUse() async throws {
        try await inDirectory { directory in
            let path = directory + "/a.db"
            let first = try await SQLiteDatabase.open(at: path, migrations: [.things])
            await #expect(throws: DatabaseError(.inUse)) { try await SQLiteDatabase.open(at: path, migrations: [.things]) }
            try await first.insert(1)
            try await first.close()
            try await SQLiteDatabase.open(at: path, migrations: [.things]).close()
        }
    }

    @Test("what can't be opened is named in one line", arguments: ["missing/a.db", "file/a.db", "."])
    func cannotOpen(_ name: String) async throws {
        try await inDirectory { directory in
            try Data("text".utf8).write(to: URL(fileURLWithPath: directory + "/file"))
            let error = await #expect(throws: DatabaseError(.cannotOpen)) {
                try await SQLiteDatabase.open(at: directory + "/" + name, migrations: [])
            }
            #expect(error?.reason.contains(directory) == true)
            #expect(error?.reason.contains("\n") == false)
        }
    }

    @Test("a disk that can't be written to", .enabled(if: FileManager.default.fileExists(atPath: "/sys/kernel")))
    func readOnly() async throws {
        await #expect(throws: DatabaseError(.readOnly)) {
            try await SQLiteDatabase.open(at: "/sys/kernel/gatehouse.db", migrations: [])
        }
    }

    @Test("an empty file becomes a database")
    func empty() async throws {
        try await inDirectory { directory in
            #expect(FileManager.default.createFile(atPath: directory + "/a.db", contents: nil))
            let database = try await SQLiteDatabase.open(at: directory + "/a.db", migrations: [.things])
            try await database.insert(1)
            try await database.close()
        }
    }
}
