import Store
import Synchronization
import Testing

@Suite("A database that rehearses every write")
struct RehearsedDatabaseTests {
    @Test("a body runs twice, and has its effect once")
    func twice() async throws {
        let (database, runs) = (RehearsedDatabase(try await SQLiteDatabase.temporary(migrations: [.things])), Mutex(0))
        let value = try await database.write { transaction in
            try transaction.execute("INSERT INTO thing (id) VALUES (1)")
            return runs.withLock { runs -> Int in
                runs += 1
                return runs
            }
        }
        #expect(value == 2)
        try await database.expect(ids: [1])
        try await database.close()
    }

    @Test("one that throws has no effect, and says why")
    func failure() async throws {
        let database = RehearsedDatabase(try await SQLiteDatabase.temporary(migrations: [.things]))
        try await database.insert(1)
        await #expect(throws: DatabaseError(.uniqueConstraint)) { try await database.insert(1) }
        try await database.expect(ids: [1])
        try await database.close()
        await #expect(throws: DatabaseError(.closed)) { try await database.insert(2) }
    }
}
