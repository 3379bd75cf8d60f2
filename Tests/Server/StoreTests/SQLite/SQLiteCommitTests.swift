import Foundation
import Store
import Synchronization
import Testing

@Suite("Commits of the embedded database")
struct SQLiteCommitTests {
    @Test("writes that wait share one commit")
    func shared() async throws {
        try await inDirectory { directory in
            let database = try await SQLiteDatabase.open(at: directory + "/a.db", migrations: [.things])
            let gate = Gate()
            async let held: Void = database.write { _ in gate.hold() }
            await gate.waitForBody()
            let before = try Self.logSize(in: directory)
            let writers = Task { try await Self.insert(1...200, into: database) }
            try await Task.sleep(for: .milliseconds(200))
            gate.open()
            try await held
            try await writers.value
            // Alone, each of the 200 would add at least two pages of 4 KiB to the log.
            #expect(try Self.logSize(in: directory) - before < 200 * 4096)
            try await database.expect(ids: Array(1...200))
            try await database.close()
        }
    }

    @Test("one that fails fails everybody in it, and not the next")
    func failure() async throws {
        let database = try await SQLiteDatabase.temporary(migrations: [.things])
        try await database.write {
            try $0.execute("CREATE TABLE part (thing BIGINT REFERENCES thing (id) DEFERRABLE INITIALLY DEFERRED)")
        }
        // A deferred constraint is checked at the commit. Our own schema has none, for this very reason.
        await #expect(throws: DatabaseError(.foreignKey)) {
            try await database.write { try $0.execute("INSERT INTO part (thing) VALUES (9)") }
        }
        try await database.insert(1)
        try await database.expect(ids: [1])
        try await database.close()
    }

    @Test("an answer is prepared before the commit, and comes back after it")
    func prepared() async throws {
        let database = try await SQLiteDatabase.temporary(migrations: [.things])
        let (first, last, preparing) = (Gate(), Gate(), Gate())
        async let held: Void = database.write { _ in first.hold() }
        await first.waitForBody()
        let isBack = Mutex(false)
        let answer = Task {
            let answer = try await database.write {
                try $0.execute("INSERT INTO thing (id) VALUES (1)")
            } preparing: { count in
                preparing.pass()
                return "\(count)"
            }
            isBack.withLock { $0 = true }
            return answer
        }
        try await Task.sleep(for: .milliseconds(50))
        // Behind it in the queue, and so in the same commit.
        async let neighbour: Void = database.write { _ in last.hold() }
        try await Task.sleep(for: .milliseconds(50))
        first.open()
        await last.waitForBody()
        await preparing.waitForBody()
        try await database.expect(ids: [])
        #expect(!isBack.withLock { $0 })
        last.open()
        #expect(try await answer.value == "1")
        try await database.expect(ids: [1])
        _ = try await (held, neighbour)
        try await database.close()
    }

    @Test("what was prepared for a commit that fails doesn't come back")
    func preparedInVain() async throws {
        let database = try await SQLiteDatabase.temporary(migrations: [.things])
        try await database.write {
            try $0.execute("CREATE TABLE part (thing BIGINT REFERENCES thing (id) DEFERRABLE INITIALLY DEFERRED)")
        }
        let wasPrepared = Mutex(false)
        await #expect(throws: DatabaseError(.foreignKey)) {
            try await database.write {
                try $0.execute("INSERT INTO part (thing) VALUES (9)")
            } preparing: { _ in
                wasPrepared.withLock { $0 = true }
            }
        }
        #expect(wasPrepared.withLock { $0 })
        try await database.close()
    }

    @Test("a full disk fails the write and nothing else")
    func full() async throws {
        let database = try await SQLiteDatabase.temporary(migrations: [.things])
        try await database.insert(1)
        try await database.write { _ = try $0.rows("PRAGMA max_page_count = 20") }
        await #expect(throws: DatabaseError(.full)) {
            try await database.write {
                try $0.execute("INSERT INTO thing (id, bytes) VALUES (2, ?1)", [UInt8](repeating: 1, count: 200_000))
            }
        }
        try await database.insert(3)
        try await database.expect(ids: [1, 3])
        try await database.close()
    }

    private static func insert(_ ids: ClosedRange<Int>, into database: any Database) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for id in ids { group.addTask { try await database.insert(id) } }
            try await group.waitForAll()
        }
    }

    /// The size of the write-ahead log.
    private static func logSize(in directory: String) throws -> Int {
        try Data(contentsOf: URL(fileURLWithPath: directory + "/a.db-wal")).count
    }
}
