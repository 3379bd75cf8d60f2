import Foundation
import Store

extension Migration {
    /// A table with a key, a unique name and one column of each type.
    static let things = Migration(
        id: 1, name: "things",
        statements: [
            """
            CREATE TABLE thing (
                id BIGINT PRIMARY KEY, name TEXT UNIQUE, count BIGINT, ratio DOUBLE PRECISION, bytes BLOB)
            """
        ])
}

/// Runs `body` with the path of a new directory, which goes afterwards.
func inDirectory(_ body: (String) async throws -> Void) async throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("store-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try await body(directory.path)
}

/// The documentation's example.
func databaseExample(database: some Database, id: UUID) async throws {
    try await database.write { transaction in
        try transaction.execute("INSERT INTO realm (id, name) VALUES (?1, ?2)", id, "alpha")
    }
}
