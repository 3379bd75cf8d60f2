import PostgresTesting
import Store
import StorePostgres
import Testing

@Suite(
    "PostgreSQL: writers in each other's way", .enabled(if: TestCluster.current != nil, "no PostgreSQL was tested"), .timeLimit(.minutes(5))
)
struct PostgresConflictTests {
    private func run(_ body: (PostgresDatabase) async throws -> Void) async throws {
        let database = try await #require(TestCluster.current).database(migrations: [.things]) { $0.isolation = .serializable }
        try await body(database)
        try await database.close()
    }

    @Test("of two bodies that both see room for one row, one is run again and finds it taken")
    func writeSkew() async throws {
        try await run { database in
            let gates = [Gate(), Gate()]
            let runs = BodyRuns()
            async let first = Self.insertIfRoom(database, gates[0], runs)
            async let second = Self.insertIfRoom(database, gates[1], runs)
            for gate in gates { await gate.waitForBody() }
            for gate in gates { gate.open() }
            let inserted = try await (first, second)
            #expect(inserted.0 != inserted.1)
            #expect(runs.count == 3)
            #expect(database.counts.conflicts == 1)
        }
    }

    /// Counts, waits the first time, and inserts a row if there was none.
    private static func insertIfRoom(_ database: PostgresDatabase, _ gate: Gate, _ runs: BodyRuns) async throws -> Bool {
        let first = BodyRuns()
        return try await database.write { transaction in
            _ = runs.next()
            let count = try transaction.rows("SELECT id FROM thing WHERE count = 7").count
            if first.next() == 1 { gate.hold() }
            guard count == 0 else { return false }
            return try transaction.execute("INSERT INTO thing (id, count) SELECT COALESCE(MAX(id), 0) + 1, 7 FROM thing") == 1
        }
    }

    @Test("a body that meets a conflict every time is given up, says so without a value, and leaves nothing")
    func givenUp() async throws {
        try await run { database in
            let runs = BodyRuns()
            let error = await #expect(throws: DatabaseError(.busy)) {
                try await database.write { transaction in
                    try transaction.execute("INSERT INTO thing (id) VALUES (1)")
                    _ = runs.next()
                    try transaction.execute("DO $$ BEGIN RAISE EXCEPTION 'hush-hush' USING ERRCODE = '40001'; END $$")
                }
            }
            #expect(runs.count == 30 && database.counts.conflicts == 30)
            #expect(error?.description.contains("hush") == false)
            try await database.expect(ids: [])
        }
    }

    @Test("a conflict that a body overlooks is met all the same")
    func overlooked() async throws {
        try await run { database in
            let runs = BodyRuns()
            try await database.write { transaction in
                try transaction.execute("INSERT INTO thing (id) VALUES (?1)", runs.next())
                guard runs.count == 1 else { return }
                _ = try? transaction.execute("DO $$ BEGIN RAISE EXCEPTION 'conflict' USING ERRCODE = '40001'; END $$")
            }
            try await database.expect(ids: [2])
        }
    }

    @Test("a failure that a body overlooks fails the write")
    func overlookedFailure() async throws {
        try await run { database in
            await #expect(throws: DatabaseError(.unique)) {
                try await database.write { transaction in
                    try transaction.execute("INSERT INTO thing (id) VALUES (1)")
                    _ = try? transaction.execute("INSERT INTO thing (id) VALUES (1)")
                }
            }
            try await database.expect(ids: [])
        }
    }

    @Test(
        "errors name what the schema has, and no value",
        arguments: [
            ("INSERT INTO thing (id, name) VALUES (2, ?1)", DatabaseError.Code.unique, "thing_name_key"),
            ("INSERT INTO thing (id) VALUES (CAST(CAST(?1 AS TEXT) AS BIGINT))", .other, "22P02"),
            ("INSERT INTO thing (id, nome) VALUES (2, ?1)", .other, "nome"),
        ] as [(SQL, DatabaseError.Code, String)])
    func reasons(_ statement: SQL, _ code: DatabaseError.Code, _ part: String) async throws {
        try await run { database in
            try await database.insert(1, name: "hush-hush")
            let error = await #expect(throws: DatabaseError(code)) {
                try await database.write { try $0.execute(statement, "hush-hush") }
            }
            let text = try #require(error?.description)
            #expect(text.contains(part) && !text.contains("hush"))
        }
    }
}
