internal import Foundation

extension SQLiteDatabase {
    /// Opens the database at `path`, which is created if there is none, and brings its schema up to date.
    ///
    /// - Throws: ``DatabaseError`` with `.cannotOpen` (no such directory), `.inUse` (another server has it),
    ///   `.notADatabase`, `.corrupt`, `.readOnly`, `.newerSchema` or `.changedHistory`. A file that is refused is left
    ///   as it is.
    public static func open(at path: String, migrations: [Migration]) async throws -> SQLiteDatabase {
        try await open(SQLiteFile(path: path, durability: .full), migrations: migrations)
    }

    /// Opens the database at `path` beside a server that may have it open, for a task of administration.
    ///
    /// - Throws: as ``open(at:migrations:)``, but not `.inUse`.
    public static func openShared(at path: String, migrations: [Migration]) async throws -> SQLiteDatabase {
        try await open(SQLiteFile(path: path, durability: .full, isExclusive: false), migrations: migrations)
    }

    /// A database in a new temporary directory, which goes when the database is closed. It doesn't wait for the disk.
    public static func temporary(migrations: [Migration] = []) async throws -> SQLiteDatabase {
        try await temporary(migrations, beginningAs: SQLiteTemplates.file(migrations))
    }

    /// The same, beginning as a file of which these are the bytes.
    static func temporary(_ migrations: [Migration], beginningAs template: Data) async throws -> SQLiteDatabase {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/gatehouse.db"
        guard FileManager.default.createFile(atPath: path, contents: template, attributes: [.posixPermissions: 0o600]) else {
            throw DatabaseError(.cannotOpen, "\(path) can't be written")
        }
        return try await open(SQLiteFile(path: path, durability: .none, directory: directory), migrations: migrations)
    }

    static func open(_ file: SQLiteFile, migrations: [Migration]) async throws -> SQLiteDatabase {
        let database = SQLiteDatabase(file)
        do {
            try await Migrator(migrations).migrate(database)
            return database
        } catch {
            // Why it wasn't opened says more than a failure to close it.
            try? await database.close()
            throw error
        }
    }
}
