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

    private final class Runs: Sendable {
        private let count = Mutex(0)

        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }
}
