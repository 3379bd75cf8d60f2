package import Foundation
import Primitives
package import Store

/// The processes that serve one database, each by a row that it writes from time to time.
package struct ClusterNodes: Sendable {
    /// The table `nodes` of the installation. The rows of processes that were killed go after a day.
    package static let feature = Feature(
        history: [SchemaStep(67, "nodes", tables)],
        tables: [.kept("nodes", filled: .byAdministration, because: "the server's own processes")],
        expiry: [Expiry("nodes", key: "name", by: "seen", kept: remembered)])

    private static let tables: [SQL] = [
        """
        CREATE TABLE nodes (
            name TEXT NOT NULL PRIMARY KEY, version TEXT NOT NULL, step BIGINT NOT NULL, address TEXT, started BIGINT NOT NULL,
            seen BIGINT NOT NULL, clock_difference BIGINT NOT NULL, draining BIGINT NOT NULL)
        """,
        "CREATE INDEX nodes_seen ON nodes (seen)",
    ]

    /// The seconds for which a node is remembered that gives no sign of life.
    package static let remembered: TimeInterval = 86_400
    /// The seconds between two signs of life.
    package static let interval: TimeInterval = 10
    /// The seconds without a sign of life after which a node counts as silent: two signs may be late.
    package static let patience: TimeInterval = 30

    private let database: any Database

    package init(database: any Database) { self.database = database }

    /// Writes a node's row as it is now.
    package func tell(_ node: ClusterNode) async throws {
        try await database.write { transaction in
            _ = try transaction.execute(
                """
                INSERT INTO nodes (name, version, step, address, started, seen, clock_difference, draining)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                ON CONFLICT (name) DO UPDATE SET version = excluded.version, step = excluded.step, address = excluded.address,
                    started = excluded.started, seen = excluded.seen, clock_difference = excluded.clock_difference,
                    draining = excluded.draining
                """, node.name, node.version, node.step, node.address, node.started, node.seen, node.clockDifference, node.isDraining)
        }
    }

    /// Removes the rows of silent nodes that listened where this one does: it has taken their place.
    package func replace(at address: String, by name: String, now: Date) async throws {
        try await database.write { transaction in
            _ = try transaction.execute(
                "DELETE FROM nodes WHERE address = ?1 AND name <> ?2 AND seen < ?3", address, name,
                now.addingTimeInterval(-Self.patience))
        }
    }

    /// Removes the row of a node that has stopped.
    package func leave(_ name: String) async throws {
        try await database.write { _ = try $0.execute("DELETE FROM nodes WHERE name = ?1", name) }
    }

    /// True when the clock of another node, which gave a sign of life a moment ago, differs from the database's by no more than so many milliseconds.
    package func agree(besides name: String, within difference: Int64, at now: Date) async throws -> Bool {
        try await database.read { transaction in
            try transaction.row(
                "SELECT 1 FROM nodes WHERE seen > ?1 AND name <> ?2 AND clock_difference BETWEEN ?3 AND ?4 LIMIT 1",
                now.addingTimeInterval(-Self.patience), name, -difference, difference) != nil
        }
    }

    /// All nodes that are remembered, by their names.
    package func all() async throws -> [ClusterNode] {
        try await database.read { transaction in
            try transaction.rows(
                "SELECT name, version, step, address, started, seen, clock_difference, draining FROM nodes ORDER BY name"
            ).map(ClusterNode.init(row:))
        }
    }
}
