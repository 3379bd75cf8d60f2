import Foundation
import Store
import Testing

@Suite("Opening the embedded database")
struct SQLiteOpeningTests {
    @Test("a new one keeps what is written, and is there when it's opened again")
    func reopened() async throws {
        try await inDirectory { directory in
            let first = try await SQLiteDatabase.open(at: directory + "/a.db", migrations: [.things])
            try await first.write { try $0.execute("INSERT INTO thing (id, name) VALUES (?1, ?2)", 1, "one") }
            try await first.close()

            let second = try await SQLiteDatabase.open(at: directory + "/a.db", migrations: [.things])
            let name = try await second.read { try $0.row("SELECT name FROM thing WHERE id = ?1", 1)?.text("name") }
            #expect(name == "one")
            try await second.close()
        }
    }
}
