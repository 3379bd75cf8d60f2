internal import Foundation
internal import Synchronization

/// The files that temporary databases begin as, each made once for a process.
///
/// Making the schema takes longer than most of what is done with a temporary database.
enum SQLiteTemplates {
    typealias Preparation = @Sendable (SQLiteDatabase) async throws -> Void

    private static let made = Mutex<[[String]: Task<Data, any Error>]>([:])

    /// The bytes of a database with this schema, as it is after a preparation of that name; empty without one.
    static func file(_ migrations: [Migration], _ name: String = "", _ prepare: Preparation? = nil) async throws -> Data {
        let history = [name] + migrations.map { "\($0.id) \($0.name) \($0.checksum)" }
        return try await made.withLock { made in
            if let task = made[history] { return task }
            let task = Task { try await make(migrations, prepare) }
            made[history] = task
            return task
        }.value
    }

    private static func make(_ migrations: [Migration], _ prepare: Preparation?) async throws -> Data {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/template.db"
        let database = try await SQLiteDatabase.open(SQLiteFile(path: path, durability: .none), migrations: migrations)
        try await prepare?(database)
        // Closing takes over what is in the write-ahead log, so that the file is the whole.
        try await database.close()
        // A database: no byte order mark.
        return try Data(contentsOf: URL(fileURLWithPath: path))
    }
}
