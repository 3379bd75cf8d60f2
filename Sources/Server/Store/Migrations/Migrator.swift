import Primitives

/// Brings a database's schema up to date, one transaction a step, and records each step with its checksum.
///
/// Several programs may do so at once, as a server that starts and a command beside it: each step looks in its own transaction whether another
/// has applied it meanwhile.
public struct Migrator: Sendable {
    private let migrations: [Migration]

    /// A migrator for the whole history, whose ids count from 1.
    public init(_ migrations: [Migration]) { self.migrations = migrations }

    /// Applies what is missing.
    ///
    /// - Throws: ``DatabaseError/Code/newerSchema`` when the database has steps that this program doesn't know,
    ///   ``DatabaseError/Code/changedHistory`` when one differs, both before anything is changed.
    public func migrate(_ database: some Database) async throws {
        let applied = try await database.write(Self.applied)
        try check(applied)
        for migration in migrations.dropFirst(applied.count) {
            try await database.write { transaction in try Self.apply(migration, in: transaction) }
        }
    }

    private static func applied(_ transaction: any WriteTransaction) throws -> [AppliedMigration] {
        try transaction.execute(
            """
            CREATE TABLE IF NOT EXISTS schema_migration (
                id BIGINT PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL)
            """)
        return try transaction.rows("SELECT id, name, checksum FROM schema_migration ORDER BY id")
            .map(AppliedMigration.init(row:))
    }

    private static func apply(_ migration: Migration, in transaction: any WriteTransaction) throws {
        guard try transaction.row("SELECT id FROM schema_migration WHERE id = ?1", migration.id) == nil else { return }
        for statement in migration.statements { try transaction.execute(statement) }
        try transaction.execute(
            "INSERT INTO schema_migration (id, name, checksum) VALUES (?1, ?2, ?3)",
            migration.id, migration.name, migration.checksum)
    }

    private func check(_ applied: [AppliedMigration]) throws(DatabaseError) {
        if let unknown = applied.dropFirst(migrations.count).first {
            throw DatabaseError(
                .newerSchema,
                "the database has schema step \(unknown.id) (\(unknown.name)); this program knows \(migrations.count): use a newer one")
        }
        for (done, known) in zip(applied, migrations) where !done.matches(known) {
            throw DatabaseError(
                .changedHistory,
                "schema step \(done.id) (\(done.name)) of the database differs from this program's \(known.id) (\(known.name))")
        }
    }
}

/// The database's record of a step that it has.
struct AppliedMigration: Sendable {
    let id: Int64
    let name: String
    let checksum: String

    init(row: Row) throws(DatabaseError) {
        id = try row.int("id")
        name = try row.text("name")
        checksum = try row.text("checksum")
    }

    func matches(_ migration: Migration) -> Bool {
        id == Int64(migration.id) && name == migration.name && checksum == migration.checksum
    }
}
