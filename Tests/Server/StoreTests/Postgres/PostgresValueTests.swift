import PostgresTesting
import Store
import StorePostgres
import Testing

@Suite("PostgreSQL: types of columns", .enabled(if: TestCluster.current != nil, "no PostgreSQL was tested"), .timeLimit(.minutes(5)))
struct PostgresValueTests {
    @Test(
        "sums are whole numbers while they fit",
        arguments: [
            [1, 2], [10_000, 90_000], [-5, 2], [0, 0], [99_999_999, 1], [Int64.max, -1], [Int64.min, 0], [123_456_789_012_345_678, 1],
        ] as [[Int64]])
    func sums(_ numbers: [Int64]) async throws {
        let database = try await #require(TestCluster.current).database(migrations: [.things])
        try await database.write { transaction in
            for (id, number) in numbers.enumerated() {
                try transaction.execute("INSERT INTO thing (id, count) VALUES (?1, ?2)", id, number)
            }
        }
        let row = try await database.read { try $0.row("SELECT SUM(count) AS sum, AVG(id) AS mean FROM thing") }
        #expect(try row?.int("sum") == numbers.reduce(0, +))
        #expect(try row?.real("mean") == 0.5)
        try await database.close()
    }

    @Test("a sum that doesn't fit is a fraction, and small whole numbers and truth values are numbers")
    func others() async throws {
        let database = try await #require(TestCluster.current).database(migrations: [.things])
        try await database.write { transaction in
            for id in 1...3 {
                try transaction.execute(
                    "INSERT INTO thing (id, count, bytes) VALUES (?1, ?2, ?3)", id, Int64.max, [UInt8](repeating: 1, count: id))
            }
        }
        let row = try await database.read { transaction in
            try transaction.row(
                "SELECT SUM(count) AS sum, MAX(LENGTH(bytes)) AS length, 1 AS one, 1 = 1 AS yes, SUM(count) * -0.5 AS half FROM thing")
        }
        let found = try #require(row)
        #expect(try found.real("sum") == 3 * Double(Int64.max))
        #expect(try found.int("length") == 3 && found.int("one") == 1 && found.bool("yes"))
        #expect(try found.real("half") == -1.5 * Double(Int64.max))
        try await database.close()
    }
}
