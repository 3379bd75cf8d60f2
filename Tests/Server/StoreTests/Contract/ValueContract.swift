import Foundation
import Primitives
import Store
import Testing

@Suite("Database contract: values")
struct ValueContract {
    static let numbers: [Int64] = [0, 1, -1, .max, .min, 1 << 53 + 1]
    static let texts = ["", "a", "Zoë ‹🔑›", "quote ' \" \\ ; --", "line\nbreak\ttab", String(repeating: "x", count: 100_000)]
    static let blobs: [[UInt8]] = [[], [0], [0, 1, 0, 255], [UInt8](repeating: 7, count: 1_500_000)]

    @Test("whole numbers come back as they were", arguments: Engine.all, numbers)
    func wholeNumbers(_ engine: Engine, _ number: Int64) async throws {
        try await engine.run { database in
            let row = try await Self.stored(database, "INSERT INTO thing (id, count) VALUES (1, ?1)", number)
            #expect(try row.int("count") == number)
        }
    }

    @Test("texts come back as they were", arguments: Engine.all, texts)
    func text(_ engine: Engine, _ text: String) async throws {
        try await engine.run { database in
            let row = try await Self.stored(database, "INSERT INTO thing (id, name) VALUES (1, ?1)", text)
            #expect(try row.text("name") == text)
        }
    }

    @Test("blobs come back as they were, the empty one too", arguments: Engine.all, blobs)
    func blob(_ engine: Engine, _ blob: [UInt8]) async throws {
        try await engine.run { database in
            let row = try await Self.stored(database, "INSERT INTO thing (id, bytes) VALUES (1, ?1)", blob)
            #expect(try row.blob("bytes") == blob)
        }
    }

    @Test("one statement takes long and short values in turn, also after one that it refuses", arguments: Engine.all)
    func repeated(_ engine: Engine) async throws {
        try await engine.run { database in
            let lengths = [3, 0, 40, 100_000, 1, 39, 70_000, 17]
            try await database.write { transaction in
                for (id, length) in lengths.enumerated() {
                    let (name, bytes) = (String(repeating: "n", count: length), [UInt8](repeating: UInt8(id), count: lengths.count - id))
                    let insert: SQL = "INSERT INTO thing (id, name, count, bytes) VALUES (?1, ?2, ?1, ?3)"
                    try transaction.execute(insert, id, name, bytes)
                    #expect(throws: DatabaseError(.invalidText)) { try transaction.execute(insert, 100, "a\0b", bytes) }
                }
            }
            let rows = try await database.read { try $0.rows("SELECT * FROM thing ORDER BY id") }
            #expect(rows.count == lengths.count)
            for (id, row) in rows.enumerated() {
                #expect(try row.int("count") == Int64(id) && row.text("name") == String(repeating: "n", count: lengths[id]))
                #expect(try row.blob("bytes") == [UInt8](repeating: UInt8(id), count: lengths.count - id))
            }
        }
    }

    @Test("fractions come back as they were", arguments: Engine.all, [0, 0.1, -1.5e300, .leastNonzeroMagnitude])
    func fractions(_ engine: Engine, _ number: Double) async throws {
        try await engine.run { database in
            let row = try await Self.stored(database, "INSERT INTO thing (id, ratio) VALUES (1, ?1)", number)
            #expect(try row.real("ratio") == number)
        }
    }

    @Test("nulls come back as nil, and are no value", arguments: Engine.all)
    func nulls(_ engine: Engine) async throws {
        try await engine.run { database in
            let row = try await Self.stored(
                database, "INSERT INTO thing (id, name, count, ratio, bytes) VALUES (1, ?1, ?2, ?3, ?4)", nil, nil, nil, nil)
            #expect(try row.optionalText("name") == nil)
            #expect(try row.optionalInt("count") == nil)
            #expect(try row.optionalBlob("bytes") == nil)
            #expect(throws: DatabaseError(.wrongType)) { try row.text("name") }
        }
    }

    @Test("times are kept to the millisecond, truth values and UUIDs whole", arguments: Engine.all)
    func conversions(_ engine: Engine) async throws {
        try await engine.run { database in
            let time = Date(timeIntervalSince1970: 1_767_225_600.1234)
            let id = UUID()
            try await database.write { transaction in
                try transaction.execute("INSERT INTO thing (id, count) VALUES (1, ?1)", time)
                try transaction.execute("INSERT INTO thing (id, count, name) VALUES (2, ?1, ?2)", true, id)
            }
            let rows = try await database.read { try $0.rows("SELECT count, name FROM thing ORDER BY id") }
            #expect(try rows[0].date("count") == Date(timeIntervalSince1970: 1_767_225_600.123))
            #expect(try rows[1].bool("count"))
            #expect(try rows[1].uuid("name") == id)
            #expect(try rows[1].text("name") == id.uuidString.lowercased())
        }
    }

    @Test("the time that a clock gives comes back as it was, however fine the clock", arguments: Engine.all)
    func times(_ engine: Engine) async throws {
        struct Clock: TimeSource { let reading: Date }
        try await engine.run { database in
            let start = Date(timeIntervalSince1970: 1_767_225_600)
            let times = (0..<200).map { Clock(reading: start.addingTimeInterval(Double($0) * 0.123_457)).now }
            try await database.write { transaction in
                for (id, time) in times.enumerated() { try transaction.execute("INSERT INTO thing (id, count) VALUES (?1, ?2)", id, time) }
            }
            let rows = try await database.read { try $0.rows("SELECT count FROM thing ORDER BY id") }
            #expect(try rows.map { try $0.date("count") } == times)
        }
    }

    @Test("a text with a NUL is refused rather than cut off", arguments: Engine.all)
    func nul(_ engine: Engine) async throws {
        try await engine.run { database in
            await #expect(throws: DatabaseError(.invalidText)) { try await database.insert(1, name: "demo\0x") }
            try await database.expect(ids: [])
        }
    }

    @Test("a wrong column, a wrong type and a wrong number of values are errors", arguments: Engine.all)
    func mistakes(_ engine: Engine) async throws {
        try await engine.run { database in
            let row = try await Self.stored(database, "INSERT INTO thing (id, name) VALUES (1, ?1)", "one")
            #expect(throws: DatabaseError(.missingColumn)) { try row.text("nome") }
            #expect(throws: DatabaseError(.wrongType)) { try row.int("name") }
            await #expect(throws: DatabaseError(.other)) {
                _ = try await database.read { try $0.rows("SELECT id FROM thing WHERE id = ?1") }
            }
        }
    }

    @Test("texts sort by their bytes", arguments: Engine.all)
    func order(_ engine: Engine) async throws {
        try await engine.run { database in
            for (id, name) in ["é", "b", "a", "B", "aa", ""].enumerated() { try await database.insert(id, name: name) }
            let names = try await database.read { transaction in
                try transaction.rows("SELECT name FROM thing ORDER BY name").map { try $0.text("name") }
            }
            #expect(names == ["", "B", "a", "aa", "b", "é"])
        }
    }

    private static func stored(_ database: any Database, _ sql: SQL, _ values: (any SQLConvertible & Sendable)?...) async throws -> Row {
        let values = values.map { $0?.sqlValue ?? .null }
        try await database.write { try $0.execute(sql, values: values) }
        return try #require(try await database.read { try $0.row("SELECT * FROM thing WHERE id = 1") })
    }
}
