internal import Foundation
import Primitives

/// Temporary databases that begin as a body leaves the first one, which runs once in a process for each key: making what a test begins with
/// takes longer than most of what it does.
public final class PreparedDatabases<Key: Hashable & Sendable, Content: Sendable>: Sendable {
    private let migrations: [Migration]
    private let made = OncePerKey<Key, (file: Data, content: Content)>()

    /// Databases with a schema.
    public init(migrations: [Migration]) { self.migrations = migrations }

    /// A new database with its beginning, and what the body returned when that was made.
    ///
    /// - Parameters:
    ///   - key: everything on which the beginning depends.
    ///   - prepare: writes the beginning.
    /// - Throws: ``DatabaseError``, and what the body throws.
    public func database(
        _ key: Key, by prepare: @escaping @Sendable (SQLiteDatabase) async throws -> Content
    ) async throws -> (database: SQLiteDatabase, content: Content) {
        let template = try await made.value(for: key) { [migrations] in try await SQLiteTemplates.make(migrations, prepare) }
        return (try await SQLiteDatabase.temporary(migrations, beginningAs: template.file), template.content)
    }
}
