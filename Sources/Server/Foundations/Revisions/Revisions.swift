import Foundation
package import Primitives
package import Store
import Synchronization

/// Tells cached configuration when it is stale: one number that every change of configuration raises.
///
/// The number is read from the database at most once a second, so a change made by another node or by the command line
/// is seen within a second, and by the node that makes it at once.
package final class Revisions: Sendable {
    package static let feature = Feature(
        history: [SchemaStep(1, "initial", tables)],
        tables: [.kept("configuration_revision", because: "a number")])

    private static let tables: [SQL] = [
        "CREATE TABLE configuration_revision (id BIGINT PRIMARY KEY, revision BIGINT NOT NULL)",
        "INSERT INTO configuration_revision (id, revision) VALUES (1, 1)",
    ]

    /// The time that a revision once read is trusted, in seconds.
    static let trustedFor: TimeInterval = 1

    private let database: any Database
    private let time: any TimeSource
    private let seen = Mutex<Seen?>(nil)

    private struct Seen {
        var revision: Int64
        var at: Date
    }

    package init(database: any Database, time: any TimeSource) {
        self.database = database
        self.time = time
    }

    /// The current revision.
    func current() async throws -> Int64 {
        let now = time.now
        if let fresh = seen.withLock({ $0.flatMap { abs(now.timeIntervalSince($0.at)) < Self.trustedFor ? $0.revision : nil } }) {
            return fresh
        }
        let revision = try await database.read { try Self.revision(in: $0) }
        seen.withLock { $0 = Seen(revision: max(revision, $0?.revision ?? 0), at: now) }
        return revision
    }

    /// Raises the revision together with a change; to be followed by ``noticed()`` once the change is committed.
    static func raise(in transaction: any WriteTransaction) throws {
        try transaction.execute("UPDATE configuration_revision SET revision = revision + 1 WHERE id = 1")
    }

    /// Forgets what was read, so that this node sees its own change at once.
    func noticed() { seen.withLock { $0 = nil } }

    private static func revision(in transaction: any ReadTransaction) throws -> Int64 {
        try transaction.row("SELECT revision FROM configuration_revision WHERE id = 1")?.int("revision") ?? 0
    }
}
