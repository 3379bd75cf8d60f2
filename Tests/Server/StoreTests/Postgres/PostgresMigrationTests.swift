import PostgresTesting
import Store
import StorePostgres
import Testing

@Suite("PostgreSQL: migrations", .enabled(if: TestCluster.current != nil, "no PostgreSQL was tested"), .timeLimit(.minutes(5)))
struct PostgresMigrationTests {
    private static let steps = [
        Migration.things, MigrationContract.second,
        Migration(id: 3, name: "rows", statements: ["INSERT INTO thing (id) SELECT COALESCE(MAX(id), 0) + 1 FROM thing"]),
    ]

    @Test("ten servers that start together on an empty database migrate once")
    func together() async throws {
        let cluster = try #require(TestCluster.current)
        let string = try cluster.newSchema()
        let databases = try await withThrowingTaskGroup(of: PostgresDatabase.self) { group in
            for _ in 1...10 {
                group.addTask {
                    try await PostgresDatabase.open(try cluster.configuration(string) { $0.connections = 1 }, migrations: Self.steps)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(databases.count == 10)
        for database in databases {
            try await database.expect(ids: [1])
            try await database.close()
        }
    }

    @Test("a server that lost the right to change the schema meanwhile changes nothing")
    func lostLease() async throws {
        let cluster = try #require(TestCluster.current)
        let string = try cluster.newSchema()
        try await PostgresDatabase.open(try cluster.configuration(string), migrations: [.things]).close()
        // As if another had it: the step in between takes it away.
        let thief = Migration(
            id: 2, name: "thief", statements: ["UPDATE schema_lease SET holder = 'another', expires = expires + 3600000 WHERE id = 1"])
        let after = Migration(id: 3, name: "after", statements: ["CREATE TABLE late (id BIGINT PRIMARY KEY)"])
        await #expect(throws: DatabaseError(.inUse)) {
            try await PostgresDatabase.open(try cluster.configuration(string), migrations: [.things, thief, after])
        }
        #expect(try cluster.run("SELECT COUNT(*) FROM schema_migration", in: string) == ["2"])
        #expect(try cluster.run("SELECT to_regclass('late') IS NULL", in: string) == ["t"])
    }
}
