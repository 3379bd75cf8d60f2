import Store
import Synchronization
import Testing

@Suite("A database that rehearses every write")
struct RehearsedDatabaseTests {
    @Test("a body runs twice, and has its effect once")
    func twice() async throws {
        let database = RehearsedDatabase(try await SQLiteDatabase.temporary(migrations: [.things]))
        let runs = Runs()
        let value = try await database.write { transaction in
            try transaction.execute("INSERT INTO thing (id) VALUES (1)")
            return runs.next()
        }
        #expect(value == 2)
        try await database.expect(ids: [1])
        try await database.close()
    }

    @Test("one that throws has no effect, and says why")
    func failure() async throws {
        let database = RehearsedDatabase(try await SQLiteDatabase.temporary(migrations: [.things]))
        try await database.insert(1)
        await #expect(throws: DatabaseError(.unique)) { try await database.insert(1) }
        try await database.expect(ids: [1])
        try await database.close()
        await #expect(throws: DatabaseError(.closed)) { try await database.insert(2) }
    }

    @Test("another writer comes between the two runs, and stays; a body that leans on what it saw first shows itself")
    func interleaved() async throws {
        let database = RehearsedDatabase(try await SQLiteDatabase.temporary(migrations: [.things])) { transaction in
            try transaction.execute("INSERT INTO thing (id) SELECT COALESCE(MAX(id), 0) + 1 FROM thing")
        }
        let seen = try await database.write { transaction in
            let last = try transaction.row("SELECT MAX(id) AS id FROM thing")?.optionalInt("id") ?? 0
            try transaction.execute("INSERT INTO thing (id) VALUES (?1)", last + 1)
            return last
        }
        #expect(seen == 1)
        try await database.expect(ids: [1, 2])
        let remembered = Runs()
        await #expect(throws: DatabaseError(.unique)) {
            try await database.write { transaction in
                let last = try transaction.row("SELECT MAX(id) AS id FROM thing")?.int("id") ?? 0
                try transaction.execute("INSERT INTO thing (id) VALUES (?1)", remembered.first(last) + 1)
            }
        }
        try await database.close()
    }

    private final class Runs: Sendable {
        private let count = Mutex(0)
        private let known = Mutex<Int64?>(nil)

        /// What it was given first.
        func first(_ value: Int64) -> Int64 {
            known.withLock { known in
                known = known ?? value
                return known ?? value
            }
        }

        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }
}
