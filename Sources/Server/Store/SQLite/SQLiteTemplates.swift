internal import Foundation

/// The files that temporary databases begin as.
///
/// Making the schema takes longer than most of what is done with a temporary database.
enum SQLiteTemplates {
    private static let bare = OncePerKey<[String], Data>()

    /// The bytes of a database with this schema and nothing else, made once in a process.
    static func file(_ migrations: [Migration]) async throws -> Data {
        try await bare.value(for: migrations.map { "\($0.id) \($0.name) \($0.checksum)" }) { try await make(migrations) { _ in }.file }
    }

    /// The bytes of a database with this schema, as it is after a preparation, and what that returned.
    static func make<Content>(
        _ migrations: [Migration], _ prepare: @Sendable (SQLiteDatabase) async throws -> Content
    ) async throws -> (file: Data, content: Content) {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/template.db"
        let database = try await SQLiteDatabase.open(SQLiteFile(path: path, durability: .none), migrations: migrations)
        let content = try await prepare(database)
        // Closing takes over what is in the write-ahead log, so that the file is the whole.
        try await database.close()
        // A database: no byte order mark.
        return (try Data(contentsOf: URL(fileURLWithPath: path)), content)
    }
}
