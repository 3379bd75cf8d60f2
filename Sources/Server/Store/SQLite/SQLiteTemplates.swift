internal import Foundation
internal import Synchronization

/// The files that temporary databases begin as: one for each history of a schema, made once for a process.
///
/// Making the schema takes longer than most of what is done with a temporary database.
enum SQLiteTemplates {
    private static let made = Mutex<[[String]: Task<Data, any Error>]>([:])

    /// The bytes of an empty database with this schema.
    static func file(_ migrations: [Migration]) async throws -> Data {
        let history = migrations.map { "\($0.id) \($0.name) \($0.checksum)" }
        return try await made.withLock { made in
            if let task = made[history] { return task }
            let task = Task { try await make(migrations) }
            made[history] = task
            return task
        }.value
    }

    private static func make(_ migrations: [Migration]) async throws -> Data {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/template.db"
        // Closing takes over what is in the write-ahead log, so that the file is the whole.
        try await SQLiteDatabase.open(SQLiteFile(path: path, durability: .none), migrations: migrations).close()
        // A database: no byte order mark.
        return try Data(contentsOf: URL(fileURLWithPath: path))
    }
}
