import PostgresTesting
import Store
import StorePostgres
import Testing

@Suite(
    "PostgreSQL: what a body holds where others write at once", .enabled(if: TestCluster.current != nil, "no PostgreSQL was tested"),
    .timeLimit(.minutes(5))
)
struct PostgresHoldTests {
    private static let levels: [IsolationLevel] = [.readCommitted, .snapshot, .serializable]
    private static let writers = 8

    private func run(_ level: IsolationLevel, _ body: @Sendable (PostgresDatabase) async throws -> Void) async throws {
        let cluster = try #require(TestCluster.current)
        let database = try await cluster.database(migrations: [.things]) { configuration in
            configuration.isolation = level
            configuration.connections = Self.writers
        }
        try await body(database)
        try await database.close()
    }

    /// Runs a body eight times at once, and returns how often it returned true.
    private static func atOnce(_ attempt: @escaping @Sendable (Int) async throws -> Bool) async throws -> Int {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<writers { group.addTask { try await attempt(number) } }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
    }

    @Test("of bodies that count under one name before they add, as many add as there is room for", arguments: levels)
    func counted(_ level: IsolationLevel) async throws {
        try await run(level) { database in
            for round in 0..<5 {
                let added = try await Self.atOnce { number in
                    try await database.write { transaction in
                        try transaction.hold(HeldName("things", "round", round))
                        let count = try transaction.rows("SELECT id FROM thing WHERE count = ?1", round).count
                        guard count < 3 else { return false }
                        return try transaction.execute("INSERT INTO thing (id, count) VALUES (?1, ?2)", round * 100 + number, round) == 1
                    }
                }
                #expect(added == 3)
            }
        }
    }

    @Test("a number that is read, added to and written back loses none, where the row is kept from those who change it", arguments: levels)
    func changed(_ level: IsolationLevel) async throws {
        try await run(level) { database in
            try await database.write { try $0.execute("INSERT INTO thing (id, count) VALUES (1, 0)") }
            _ = try await Self.atOnce { _ in
                try await database.write { transaction in
                    let row = try transaction.row("SELECT count FROM thing WHERE id = ?1", 1, keeping: .changed)
                    return try transaction.execute("UPDATE thing SET count = ?2 WHERE id = ?1", 1, (row?.int("count") ?? 0) + 1) == 1
                }
            }
            let count = try await database.read { try $0.row("SELECT count FROM thing WHERE id = 1")?.int("count") }
            #expect(count == 8)
        }
    }

    @Test(
        "what is written for an owner who is removed at the same time goes with the owner, or isn't written",
        arguments: [
            IsolationLevel.readCommitted, .serializable,
        ])
    func removed(_ level: IsolationLevel) async throws {
        try await run(level) { database in
            for owner in 1...10 {
                try await database.write { try $0.execute("INSERT INTO thing (id) VALUES (?1)", owner) }
                _ = try await Self.atOnce { number in
                    try await database.write { transaction in
                        guard number > 0 else {
                            _ = try transaction.row("SELECT id FROM thing WHERE id = ?1", owner, keeping: .removed)
                            try transaction.execute("DELETE FROM thing WHERE count = ?1", owner)
                            return try transaction.execute("DELETE FROM thing WHERE id = ?1", owner) == 1
                        }
                        let isThere = try transaction.row("SELECT id FROM thing WHERE id = ?1", owner, keeping: .kept) != nil
                        guard isThere else { return false }
                        return try transaction.execute("INSERT INTO thing (id, count) VALUES (?1, ?2)", owner * 100 + number, owner) == 1
                    }
                }
            }
            try await database.expect(ids: [])
        }
    }

    @Test("those who only keep an owner don't wait for each other")
    func together() async throws {
        try await run(.readCommitted) { database in
            try await database.write { try $0.execute("INSERT INTO thing (id) VALUES (1)") }
            let gates = [Gate(), Gate()]
            async let first = Self.keep(database, gates[0])
            async let second = Self.keep(database, gates[1])
            // Both are in their bodies at once, with the row kept.
            for gate in gates { await gate.waitForBody() }
            for gate in gates { gate.open() }
            #expect(try await (first, second) == (true, true))
        }
    }

    private static func keep(_ database: PostgresDatabase, _ gate: Gate) async throws -> Bool {
        try await database.write { transaction in
            let isThere = try transaction.row("SELECT id FROM thing WHERE id = 1", keeping: .kept) != nil
            gate.hold()
            return isThere
        }
    }

    @Test(
        "a name is kept as a hash, for an hour; where the database notices conflicts itself, not at all",
        arguments: [
            (IsolationLevel.readCommitted, 1), (.serializable, 0),
        ])
    func rows(_ level: IsolationLevel, _ count: Int) async throws {
        try await run(level) { database in
            for _ in 0..<2 {
                try await database.write { transaction in
                    try transaction.hold(HeldName("secrets", "hush-hush"))
                    try transaction.execute("INSERT INTO thing (id) VALUES (COALESCE((SELECT MAX(id) FROM thing), 0) + 1)")
                }
            }
            let ids = try await database.read { try $0.rows("SELECT id FROM store_holds").map { try $0.text("id") } }
            #expect(ids.count == count && !ids.contains { $0.contains("hush") })
            let early = try await database.read {
                try $0.rows(
                    "SELECT id FROM store_holds WHERE expires < CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT) + 3500000")
            }
            #expect(early.isEmpty)
        }
    }
}
