package import Primitives
package import Store

/// The milestones that a database has passed once and for all, such as its first start.
package struct Milestones: Sendable {
    /// The table `milestones` of the installation; rows stay when a realm goes.
    package static let feature = Feature(
        history: [SchemaStep(1, "initial", place: 9, tables)],
        tables: [.kept("milestones", filled: .byAdministration, because: "what the installation has done")])

    private static let tables: [SQL] = ["CREATE TABLE milestones (name TEXT PRIMARY KEY, reached BIGINT NOT NULL)"]

    private let database: any Database
    private let time: any TimeSource

    package init(database: any Database, time: any TimeSource) {
        self.database = database
        self.time = time
    }

    /// Whether a milestone was reached.
    package func isReached(_ name: String) async throws -> Bool {
        try await database.read { try $0.row("SELECT name FROM milestones WHERE name = ?1", name) != nil }
    }

    /// Forgets that a milestone was reached.
    package func forget(_ name: String) async throws {
        try await database.write { _ = try $0.execute("DELETE FROM milestones WHERE name = ?1", name) }
    }

    /// Records that a milestone is reached.
    package func reach(_ name: String) async throws {
        let now = time.now
        try await database.write { transaction in
            _ = try transaction.execute(
                "INSERT INTO milestones (name, reached) VALUES (?1, ?2) ON CONFLICT (name) DO NOTHING", name, now)
        }
    }
}
