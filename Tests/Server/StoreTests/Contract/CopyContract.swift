import Primitives
import Store
import Testing

/// Databases that `DatabaseCopy` copies between, of every engine to every engine.
@Suite("Copies of one database in another", .timeLimit(.minutes(5)))
struct CopyContract {
    private static let schema: [Migration] = [
        .things,
        Migration(
            id: 2, name: "pairs",
            statements: ["CREATE TABLE pair (right_side TEXT NOT NULL, left_side BIGINT NOT NULL, PRIMARY KEY (left_side, right_side))"]),
    ]

    @Test("all rows and kinds of values come over, and back with the same digests", arguments: Engine.all, Engine.all)
    func whole(_ from: Engine, _ to: Engine) async throws {
        try await with(from, to) { source, target in
            try await fill(source, 1203)
            let tables = try await TableLayout.tables(of: Self.schema)
            #expect(tables.map(\.name) == ["pair", "thing"])
            let first = try await DatabaseCopy(from: source, to: target, tables).run()
            #expect(first.map(\.rows) == [602, 1203] && first.map(\.written) == [602, 1203] && first.allSatisfy { $0.removed == 0 })
            #expect(try await rows(target) == rows(source))
            // A text's bytes, an empty blob and a null are told apart by the digest.
            let back = try await DatabaseCopy(from: target, to: source, tables).run()
            #expect(back.map(\.digest) == first.map(\.digest) && back.allSatisfy { $0.written == 0 && $0.removed == 0 })
        }
    }

    @Test("a copy that is interrupted at any of its writes is continued by the next", arguments: Engine.all)
    func continued(_ to: Engine) async throws {
        try await with(.sqlite, to) { source, target in
            try await fill(source, 350)
            let tables = try await TableLayout.tables(of: Self.schema)
            var written = 0
            for failing in 1...5 {
                let cut = HookedDatabase(target) { if $0 == 2 { throw DatabaseError(.full) } }
                await #expect(throws: DatabaseError(.full)) { try await DatabaseCopy(from: source, to: cut, tables).run() }
                written = try await rows(target).count
                #expect(written == [100, 176, 276, 376, 476][failing - 1])
            }
            let last = try await DatabaseCopy(from: source, to: target, tables).run()
            #expect(last.map(\.rows).reduce(0, +) == 526 && last.map(\.written).reduce(0, +) == 526 - written)
            #expect(try await rows(target) == rows(source))
        }
    }

    @Test("a later copy writes only what has changed, though rows have changed their unique names", arguments: Engine.all)
    func later(_ to: Engine) async throws {
        try await with(.sqlite, to) { source, target in
            try await fill(source, 900)
            let tables = try await TableLayout.tables(of: Self.schema)
            _ = try await DatabaseCopy(from: source, to: target, tables).run()
            try await source.write { transaction in
                try transaction.execute("UPDATE thing SET name = 'free' WHERE id = 10")
                try transaction.execute("UPDATE thing SET name = 'name 10' WHERE id = 700")
                try transaction.execute("UPDATE thing SET name = 'name 700' WHERE id = 10")
                try transaction.execute("DELETE FROM thing WHERE id IN (1, 900)")
                try transaction.execute("INSERT INTO thing (id, name) VALUES (5000, 'new')")
            }
            let copied = try await DatabaseCopy(from: source, to: target, tables).run()
            #expect(copied.map(\.written) == [0, 3] && copied.map(\.removed) == [0, 4])
            #expect(try await rows(target) == rows(source))
        }
    }

    @Test("the copy is the source at one moment; what is written meanwhile isn't in it", arguments: Engine.all)
    func oneMoment(_ from: Engine) async throws {
        try await with(from, .sqlite) { source, target in
            try await fill(source, 400)
            let before = try await rows(source)
            let hooked = HookedDatabase(target) { _ in
                try await source.write { try $0.execute("UPDATE thing SET count = -1 WHERE id >= 300") }
                try await source.write { try $0.execute("DELETE FROM thing WHERE id = 399") }
            }
            _ = try await DatabaseCopy(from: source, to: hooked, try await TableLayout.tables(of: Self.schema)).run()
            #expect(try await rows(target) == before)
        }
    }

    @Test("a target that another program writes to is noticed; its own rows stay, and aren't compared")
    func notTheSame() async throws {
        try await with(.sqlite, .sqlite) { source, target in
            try await fill(source, 150)
            let tables = try await TableLayout.tables(of: Self.schema)
            let foreign = HookedDatabase(target) { number in
                if number == 3 { try await target.write { try $0.execute("UPDATE thing SET count = 7 WHERE id = 3") } }
            }
            await #expect(throws: DatabaseError(.inUse)) { try await DatabaseCopy(from: source, to: foreign, tables).run() }
            try await target.write { try $0.execute("INSERT INTO thing (id, name) VALUES (-5, 'own'), (9999, 'own too')") }
            let own: @Sendable (TableLayout, [SQLValue]) -> Bool = { $0.name == "thing" && [[-5], [9999]].contains($1) }
            let copied = try await DatabaseCopy(from: source, to: target, tables, own: own).run()
            #expect(copied.map(\.rows) == [76, 150])
            #expect(try await target.ids().count == 152)
        }
    }

    @Test("a table without a primary key is refused by its name")
    func withoutKey() async throws {
        let table = Migration(id: 1, name: "heap", statements: ["CREATE TABLE heap (number BIGINT)"])
        let refusal = await #expect(throws: DatabaseError.self) { try await TableLayout.tables(of: [table]) }
        #expect(refusal?.reason.contains("heap") == true)
    }

    private func with(
        _ from: Engine, _ to: Engine, _ body: (any Database, any Database) async throws -> Void
    ) async throws {
        let (source, target) = (try await from.open(Self.schema), try await to.open(Self.schema))
        try await body(source, target)
        try await source.close()
        try await target.close()
    }

    /// Fills both tables, with values of each kind; texts of other lengths in bytes than in characters, whose order by bytes is another than a
    /// dictionary's.
    private func fill(_ database: any Database, _ number: Int) async throws {
        let texts = ["z", "Z", "ä", "", "e\u{301}", "\u{10FFFF}", "\u{FF5E}"]
        try await database.write { transaction in
            for id in 1...number {
                let blob: SQLValue = id.isMultiple(of: 3) ? .null : .blob(id.isMultiple(of: 2) ? [] : [0, 255, UInt8(id % 256)])
                try transaction.execute(
                    "INSERT INTO thing (id, name, count, ratio, bytes) VALUES (?1, ?2, ?3, ?4, ?5)", id, "name \(id)",
                    id.isMultiple(of: 5) ? Int64.min + Int64(id) : nil, Double(id) / 7, blob)
                guard id.isMultiple(of: 2) || id == 1 else { continue }
                try transaction.execute(
                    "INSERT INTO pair (left_side, right_side) VALUES (?1, ?2)", id / 10, "\(texts[id % texts.count])\(id)")
            }
        }
    }

    /// All rows of both tables.
    private func rows(_ database: any Database) async throws -> [Row] {
        try await database.read { transaction in
            try transaction.rows("SELECT id, name, count, ratio, bytes FROM thing ORDER BY id")
                + transaction.rows("SELECT left_side, right_side FROM pair ORDER BY left_side, right_side")
        }
    }
}

/// A database that runs a test's hook before each write, with the write's number from 1 on.
private final class HookedDatabase: Database {
    private let database: any Database
    private let hook: @Sendable (Int) async throws -> Void
    private let writes = Lock(0)

    init(_ database: any Database, _ hook: @escaping @Sendable (Int) async throws -> Void) {
        self.database = database
        self.hook = hook
    }

    var wakeups: any Wakeups { database.wakeups }
    var isShared: Bool { database.isShared }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Value) async throws -> Value {
        try await database.read(body)
    }

    @discardableResult
    func write<Value: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Value) async throws -> Value {
        try await hook(
            writes.withLock {
                $0 += 1
                return $0
            })
        return try await database.write(body)
    }

    func close() async throws { try await database.close() }
}
