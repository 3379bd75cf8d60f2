import CPQ
import CSQLite
import PostgresTesting
import Services
import Store
import StorePostgres
import Testing

/// Holds the schema's history and the server's statements to what PostgreSQL takes too.
@Suite("The schema on PostgreSQL", .enabled(if: TestCluster.current != nil, "no PostgreSQL was tested"))
struct PostgresSchemaTests {
    /// The statements of the embedded engine alone.
    private static let embedded: Set = [
        "SELECT count(*) FROM sqlite_master", "SELECT name, pk FROM pragma_table_info(?1) ORDER BY cid",
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'schema_migration' ORDER BY name",
    ]

    @Test("every step of the history runs, and every statement of the sources is one that PostgreSQL takes")
    func statements() async throws {
        let cluster = try #require(TestCluster.current)
        let string = try cluster.newSchema()
        try await PostgresDatabase.open(try cluster.configuration(string), migrations: Schema.migrations).close()
        let applied = try cluster.run("SELECT name FROM schema_migration ORDER BY id", in: string)
        #expect(applied == Schema.migrations.map(\.name))
        let statements = try Self.whole(try QueryPlanTests.statements().filter { !Self.embedded.contains($0) })
        #expect(statements.count > 500)
        let refused = try Self.refused(statements, in: string)
        #expect(refused.isEmpty, "\(refused.joined(separator: "\n"))")
    }

    @Test("one that PostgreSQL doesn't take is found")
    func finds() async throws {
        let string = try #require(TestCluster.current).newSchema()
        #expect(try Self.refused(["SELECT ?1 IS NULL", "SELECT CAST(?1 AS TEXT)"], in: string).count == 1)
    }

    /// Those that SQLite takes: parts of joined statements are none.
    private static func whole(_ statements: [String]) throws -> [String] {
        var connection: OpaquePointer?
        try #require(sqlite3_open(":memory:", &connection) == SQLITE_OK)
        defer { sqlite3_close(connection) }
        for statement in Schema.migrations.flatMap(\.statements) { sqlite3_exec(connection, statement.text, nil, nil, nil) }
        return statements.filter { statement in
            var compiled: OpaquePointer?
            defer { sqlite3_finalize(compiled) }
            return sqlite3_prepare_v2(connection, statement, -1, &compiled, nil) == SQLITE_OK
        }
    }

    /// Those that can't be prepared, each after the server's message.
    private static func refused(_ statements: [String], in string: String) throws -> [String] {
        let connection = PQconnectdb(string)
        defer { PQfinish(connection) }
        try #require(PQstatus(connection) == CONNECTION_OK)
        return statements.compactMap { statement in
            let result = PQprepare(connection, "", NativeText.of(text: statement), 0, nil)
            defer { PQclear(result) }
            return PQresultStatus(result) == PGRES_COMMAND_OK ? nil : String(cString: PQresultErrorMessage(result)) + statement
        }
    }
}
