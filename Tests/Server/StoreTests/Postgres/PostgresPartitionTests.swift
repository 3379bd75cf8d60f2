import PostgresTesting
import Store
import StorePostgres
import Testing

@Suite("PostgreSQL: tables of logs in parts", .enabled(if: TestCluster.current != nil, "no PostgreSQL was tested"), .timeLimit(.minutes(5)))
struct PostgresPartitionTests {
    private static let migrations = [
        Migration(
            id: 1, name: "log",
            statements: [
                "CREATE TABLE log (number BIGINT PRIMARY KEY, word TEXT)", "CREATE INDEX log_word ON log (word) WHERE word IS NOT NULL",
            ])
    ]
    private static let table = PartitionedTable("log", by: "number", size: 10)

    private let cluster: TestCluster
    private let string: String

    init() throws {
        cluster = try #require(TestCluster.current)
        string = try cluster.newSchema()
    }

    @Test("a table with rows becomes one of parts; whole parts go at once, and what is left of the beginning stays")
    func parts() async throws {
        let former = try await open([])
        try await fill(former, 1...25)
        try await former.close()
        let database = try await open([Self.table])
        #expect(try parts() == ["log_30", "log_before", "log_rest"])
        try await fill(database, 26...39)
        try await database.tend(Self.table, from: 1)
        try await fill(database, 40...49)
        try await database.tend(Self.table, from: 1)
        try await fill(database, 50...59)
        #expect(try await rows(of: database) == Array(1...59))
        try await database.tend(Self.table, from: 43)
        #expect(try parts() == ["log_40", "log_50", "log_60", "log_rest"])
        #expect(try await rows(of: database) == Array(40...59))
        try await database.close()
        // Another start leaves all as it is.
        let again = try await open([Self.table])
        #expect(try await rows(of: again) == Array(40...59))
        try await again.close()
    }

    @Test("a row beyond all parts is kept, and the next parts begin after it")
    func rest() async throws {
        let database = try await open([Self.table])
        try await fill(database, 1...3)
        try await fill(database, 95...97)
        #expect(try cluster.run("SELECT number FROM log_rest ORDER BY number", in: string) == ["95", "96", "97"])
        try await database.tend(Self.table, from: 1)
        #expect(try parts() == ["log_10", "log_100", "log_before", "log_rest"])
        try await fill(database, 98...105)
        #expect(try await rows(of: database) == Array(1...3) + Array(95...105))
        #expect(try cluster.run("SELECT number FROM log_100 ORDER BY number LIMIT 1", in: string) == ["100"])
        try await database.close()
    }

    @Test("numbers stay unique, and what an index finds in one table it finds in parts")
    func indexes() async throws {
        let database = try await open([Self.table])
        try await fill(database, 1...30)
        await #expect(throws: DatabaseError(.unique)) { try await fill(database, 30...30) }
        let plan = try cluster.run(
            "SET enable_seqscan = off; EXPLAIN SELECT number FROM log ORDER BY number DESC LIMIT 1", in: string)
        // Each part by its index, merged.
        #expect(plan.joined().contains("Merge Append") && !plan.joined().contains("Sort  ("), "\(plan)")
        try await database.close()
    }

    private func open(_ partitioned: [PartitionedTable]) async throws -> PostgresDatabase {
        try await PostgresDatabase.open(try cluster.configuration(string), migrations: Self.migrations, partitioned: partitioned)
    }

    private func fill(_ database: PostgresDatabase, _ numbers: ClosedRange<Int>) async throws {
        try await database.write { transaction in
            for number in numbers { try transaction.execute("INSERT INTO log (number, word) VALUES (?1, 'word')", Int64(number)) }
        }
    }

    private func rows(of database: PostgresDatabase) async throws -> [Int] {
        try await database.read { try $0.rows("SELECT number FROM log ORDER BY number").map { Int(try $0.int("number")) } }
    }

    private func parts() throws -> [String] {
        try cluster.run(
            "SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'log'::regclass ORDER BY 1",
            in: string)
    }
}
