public import Primitives
public import Store

extension PostgresDatabase {
    /// Opens a database and brings its schema up to date; of several servers that do so at once, one does it and the others wait.
    ///
    /// - Parameters:
    ///   - partitioned: the tables of logs, which are kept in parts from then on.
    ///   - existing: whether a database without tables is refused, instead of being given them.
    /// - Throws: ``DatabaseError`` with `.unreachable`, `.cannotOpen` (a wrong password, no such database, a server older than PostgreSQL 15, a
    ///   database that doesn't sort by bytes or isn't in UTF-8), `.notADatabase` (no tables where there must be some), `.readOnly`, `.newerSchema` or `.changedHistory`.
    public static func open(
        _ configuration: PostgresConfiguration, migrations: [Migration], partitioned: [PartitionedTable] = [], existing: Bool = false,
        random: any RandomSource = SystemRandom()
    ) async throws -> PostgresDatabase {
        var migrating = configuration
        (migrating.connections, migrating.timeouts) = (1, .migrating)
        migrating.isolation = .serializable
        let database = PostgresDatabase(try PostgresPool(migrating, random: random), schema: nil)
        let schema: String
        do {
            schema = try await database.check(within: configuration.timeouts.connecting)
            if existing { try await database.checkTables() }
            try await database.migrate(migrations, partitioned, random, of: configuration.node)
        } catch {
            // Why it wasn't opened says more than a failure to close it.
            try? await database.close()
            throw error
        }
        try await database.close()
        return PostgresDatabase(try PostgresPool(configuration, random: random), schema: schema)
    }

    /// Opens a database as it is, to look at it, by one connection.
    ///
    /// - Throws: as ``open(_:migrations:existing:random:)``, but for what concerns steps of the schema.
    package static func openAsItIs(
        _ configuration: PostgresConfiguration, random: any RandomSource = SystemRandom()
    ) async throws -> PostgresDatabase {
        var looking = configuration
        looking.connections = 1
        let database = PostgresDatabase(try PostgresPool(looking, random: random), schema: nil)
        do {
            _ = try await database.check(within: configuration.timeouts.connecting)
            try await database.checkTables()
        } catch {
            try? await database.close()
            throw error
        }
        return database
    }

    /// Checks that texts are kept and sorted as the store's contract says, and returns the schema of the tables.
    private func check(within duration: Duration) async throws -> String {
        let found = try await read(within: duration) { transaction in
            try transaction.row(
                """
                SELECT CASE WHEN 'a' < 'B' OR 'Z' > 'a' THEN 0 ELSE 1 END AS sorted,
                    CAST(current_setting('server_encoding') AS TEXT) AS encoding, CAST(current_schema() AS TEXT) AS tables
                """)
        }
        guard let found, try found.int("sorted") == 1, try found.text("encoding") == "UTF8" else {
            throw DatabaseError(
                .cannotOpen,
                "the database must be made with TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C', so that it sorts texts by their bytes")
        }
        guard let schema = try found.optionalText("tables") else {
            throw DatabaseError(.cannotOpen, "no schema of the database's search_path is there")
        }
        return schema
    }

    /// Checks that the database has been given its tables.
    private func checkTables() async throws {
        let found = try await read { try $0.row("SELECT CAST(to_regclass('schema_migration') AS TEXT) AS name")?.optionalText("name") }
        guard found != nil else { throw DatabaseError(.notADatabase, "the database has no tables of Gatehouse") }
    }

    private func migrate(
        _ migrations: [Migration], _ partitioned: [PartitionedTable], _ random: any RandomSource, of node: String
    ) async throws {
        try await makeOwnTables()
        let lease = ExclusiveLease(random, of: node)
        try await lease.take(in: self)
        do {
            let leased = LeasedDatabase(self, lease)
            try await Migrator(migrations).migrate(leased)
            for table in partitioned { try await leased.write { try Partitions(of: table, in: $0).arrange() } }
        } catch {
            // Other servers don't need to wait for it to expire.
            try? await lease.release(in: self)
            throw error
        }
        try await lease.release(in: self)
    }

    /// Makes the tables of the engine itself. Another server may do so at the same moment, which PostgreSQL refuses to one of them.
    private func makeOwnTables() async throws {
        for statement in [ExclusiveLease.table, Fence.table, Fence.index, NameHold.table, NameHold.index] {
            for isLast in [false, false, false, true] {
                do {
                    _ = try await write(isFenced: false) { try $0.execute(statement) }
                    break
                } catch let error as DatabaseError where !isLast && (error.code == .unique || error.code == .other) { continue }
            }
        }
    }
}
