import Store
import Synchronization
import Testing

@Suite("Database contract: migrations")
struct MigrationContract {
    static let second = Migration(id: 2, name: "colour", statements: ["ALTER TABLE thing ADD COLUMN colour TEXT"])
    static let failing = Migration(
        id: 2, name: "failing", statements: ["CREATE TABLE half (id BIGINT)", "CREATE TABLE thing (id BIGINT)"])

    @Test("each step is applied once, in order", arguments: Engine.all)
    func upgrade(_ engine: Engine) async throws {
        try await engine.run { database in
            try await database.insert(1)
            try await Migrator([.things, Self.second]).migrate(database)
            try await Migrator([.things, Self.second]).migrate(database)
            let row = try await database.read { try $0.row("SELECT colour FROM thing WHERE id = 1") }
            #expect(try row?.optionalText("colour") == .some(nil))
            let names = try await database.read { transaction in
                try transaction.rows("SELECT name FROM schema_migration ORDER BY id").map { try $0.text("name") }
            }
            #expect(names == ["things", "colour"])
        }
    }

    @Test("programs that bring one database up to date at once apply each step once", arguments: Engine.all)
    func together(_ engine: Engine) async throws {
        try await engine.run { database in
            let late = OvertakenDatabase(base: database) { try await Migrator([.things, Self.second]).migrate(database) }
            try await Migrator([.things, Self.second]).migrate(late)
            #expect(late.wasOvertaken)
            let count = try await database.read { try $0.row("SELECT count(*) AS steps FROM schema_migration")?.int("steps") }
            #expect(count == 2)
        }
    }

    @Test("a database with a newer schema is refused", arguments: Engine.all)
    func newer(_ engine: Engine) async throws {
        try await engine.run { database in
            try await Migrator([.things, Self.second]).migrate(database)
            await #expect(throws: DatabaseError(.newerSchema)) { try await Migrator([.things]).migrate(database) }
        }
    }

    @Test("a step that was changed afterwards is refused, before later ones are applied", arguments: Engine.all)
    func changed(_ engine: Engine) async throws {
        try await engine.run { database in
            let other = Migration(id: 1, name: "things", statements: ["CREATE TABLE thing (id BIGINT)"])
            await #expect(throws: DatabaseError(.changedHistory)) {
                try await Migrator([other, Self.second]).migrate(database)
            }
            await #expect(throws: DatabaseError(.other)) {
                _ = try await database.read { try $0.rows("SELECT colour FROM thing") }
            }
        }
    }

    @Test("a step that fails half-way leaves nothing", arguments: Engine.all)
    func failure(_ engine: Engine) async throws {
        try await engine.run { database in
            await #expect(throws: DatabaseError(.other)) {
                try await Migrator([.things, Self.failing]).migrate(database)
            }
            try await Migrator([.things, Self.second]).migrate(database)
            await #expect(throws: DatabaseError(.other)) { _ = try await database.read { try $0.rows("SELECT id FROM half") } }
        }
    }
}

/// A database that another program writes to right after the first write of this one.
private final class OvertakenDatabase: Database {
    private let base: any Database
    private let overtake: @Sendable () async throws -> Void
    private let done = Mutex(false)

    var wasOvertaken: Bool { done.withLock { $0 } }

    init(base: any Database, by overtake: @escaping @Sendable () async throws -> Void) {
        self.base = base
        self.overtake = overtake
    }

    var wakeups: any Wakeups { base.wakeups }
    var isShared: Bool { base.isShared }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Value) async throws -> Value {
        try await base.read(body)
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Value) async throws -> Value {
        let value = try await base.write(body)
        let isFirst = done.withLock { was in
            defer { was = true }
            return !was
        }
        if isFirst { try await overtake() }
        return value
    }

    func close() async throws { try await base.close() }
}
