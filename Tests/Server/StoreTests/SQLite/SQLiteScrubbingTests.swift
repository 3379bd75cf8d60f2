import Foundation
import Store
import Testing

@Suite("What was deleted from the embedded database")
struct SQLiteScrubbingTests {
    /// SQLite overwrites the rows that it deletes, but not the copies that stay in unused parts of pages when rows are spread over more pages.
    /// Of tables such as these about each fiftieth keeps some; with these seeds SQLite 3.40 does.
    @Test("is in none of its files once they are written anew", arguments: [101, 179, 225, 232, 312, 319, 574, 576, 645, 654] as [UInt64])
    func compaction(seed: UInt64) async throws {
        try await inDirectory { directory in
            let database = try await SQLiteDatabase.open(at: directory + "/a.db", migrations: [])
            try await fill(database, seed)
            try await database.write { transaction in
                try transaction.execute("DELETE FROM note WHERE owner = 2")
                try transaction.scrub()
            }
            try await database.write { $0.compact(upTo: 1 << 20) }
            let files = try FileManager.default.contentsOfDirectory(atPath: directory)
            let bytes = try files.map { try Data(contentsOf: URL(fileURLWithPath: directory + "/" + $0)) }
            #expect(bytes.allSatisfy { $0.range(of: Data("of-person-2-".utf8)) == nil })
            #expect(bytes.contains { $0.range(of: Data("of-person-1-".utf8)) != nil })
            try await database.close()
        }
    }

    @Test("is owed while the file is larger than what may be written anew, across a restart, and once")
    func owed() async throws {
        try await inDirectory { directory in
            var database = try await SQLiteDatabase.open(at: directory + "/a.db", migrations: [])
            try await fill(database, 1)
            #expect(try await isOwed(database) == false)
            try await database.write { try $0.scrub() }
            try await database.write { $0.compact(upTo: 4096) }
            try await database.close()

            database = try await SQLiteDatabase.open(at: directory + "/a.db", migrations: [])
            #expect(try await isOwed(database))
            try await database.write { $0.compact(upTo: 1 << 20) }
            #expect(try await isOwed(database) == false)
            try await database.close()
        }
    }

    @Test("isn't owed by a transaction that failed")
    func failed() async throws {
        struct Refusal: Error {}
        let database = try await SQLiteDatabase.temporary(migrations: [])
        await #expect(throws: Refusal.self) {
            try await database.write { transaction in
                try transaction.scrub()
                throw Refusal()
            }
        }
        #expect(try await isOwed(database) == false)
        try await database.close()
    }

    private func isOwed(_ database: SQLiteDatabase) async throws -> Bool {
        try await database.read { try $0.row("PRAGMA user_version")?.int("user_version") } != 0
    }

    private func fill(_ database: SQLiteDatabase, _ seed: UInt64) async throws {
        try await database.write { transaction in
            var random = LinearRandom(seed)
            try transaction.execute("CREATE TABLE note (id BLOB PRIMARY KEY, owner BIGINT NOT NULL, text TEXT NOT NULL)")
            try transaction.execute("CREATE INDEX note_text ON note (text)")
            for _ in 0..<random.next(10...200) {
                let owner = random.next(1...3)
                let id = (0..<16).map { _ in UInt8(random.next(0...255)) }
                let text = "of-person-\(owner)-" + String(repeating: "x", count: Int(random.next(0...60))) + "\(random.next(0...999))"
                try transaction.execute("INSERT INTO note (id, owner, text) VALUES (?1, ?2, ?3)", id, owner, text)
            }
        }
    }
}

/// Numbers that a seed decides.
private struct LinearRandom {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next(_ range: ClosedRange<Int64>) -> Int64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return range.lowerBound + Int64((state >> 33) % UInt64(range.count))
    }
}
