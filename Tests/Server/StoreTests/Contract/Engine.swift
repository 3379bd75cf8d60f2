import PostgresTesting
import Store
import Testing

/// A kind of database that must keep the contract. Add one to ``all`` and every contract test runs on it too.
struct Engine: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// A new, empty database with a schema.
    let open: @Sendable ([Migration]) async throws -> any Database
    /// The number of bodies that write at once.
    var writers = 1

    /// PostgreSQL is among them where a cluster was started (`scripts/postgres`); ``ClusterTests`` fails where it is missing.
    static let all = [sqlite] + (TestCluster.current.map { [postgres($0)] } ?? [])

    static let sqlite = Engine(testDescription: "SQLite") { try await SQLiteDatabase.temporary(migrations: $0) }

    static func postgres(_ cluster: TestCluster) -> Engine {
        Engine(testDescription: "PostgreSQL", open: { try await cluster.database(migrations: $0) }, writers: 4)
    }

    /// Runs `body` with a new database that has the table `thing`.
    func run(_ body: (any Database) async throws -> Void) async throws {
        let database = try await open([.things])
        do { try await body(database) } catch {
            try await database.close()
            throw error
        }
        try await database.close()
    }
}

extension Database {
    func insert(_ id: Int, name: String? = nil) async throws {
        try await write { try $0.execute("INSERT INTO thing (id, name) VALUES (?1, ?2)", id, name) }
    }

    /// Checks which ids are there, in order.
    func expect(ids expected: [Int64], _ location: SourceLocation = #_sourceLocation) async throws {
        let found = try await ids()
        #expect(found == expected, sourceLocation: location)
    }

    /// The ids that are there, in order.
    func ids() async throws -> [Int64] {
        try await read { try $0.rows("SELECT id FROM thing ORDER BY id").map { try $0.int("id") } }
    }
}
