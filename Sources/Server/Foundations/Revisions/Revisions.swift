import Foundation
package import Primitives
package import Store
import Synchronization

extension Wakeup.Topic {
    /// The configuration was changed.
    package static let configuration = Self("configuration")
}

/// Tells cached configuration when it is stale: one number that every change of configuration raises.
///
/// The number is read from the database after each wake-up, and else at most once a second: a change is seen at once by the process that makes
/// it, and within a second by others, the command line's among them.
@usableFromInline
package final class Revisions: Sendable {
    /// The table `configuration_revision` of the installation; rows stay when a realm goes.
    package static let feature = Feature(
        history: [SchemaStep(1, "initial", tables)],
        tables: [.kept("configuration_revision", filled: .byAdministration, because: "a number")])

    private static let tables: [SQL] = [
        "CREATE TABLE configuration_revision (id BIGINT PRIMARY KEY, revision BIGINT NOT NULL)",
        "INSERT INTO configuration_revision (id, revision) VALUES (1, 1)",
    ]

    /// The time that a revision once read is trusted, in seconds.
    static let trustedFor: TimeInterval = 1

    private let database: any Database
    private let time: any TimeSource
    private let seen: Noted
    private let subscription: WakeupSubscription

    /// The revision that was read last, and the number of wake-ups that have come.
    private final class Noted: Sendable {
        struct Seen {
            var revision: Int64
            var at: Date
        }

        let state = Mutex<(seen: Seen?, changes: Int)>((nil, 0))

        func forget() { state.withLock { $0 = (nil, $0.changes + 1) } }
    }

    package init(database: any Database, time: any TimeSource) {
        self.database = database
        self.time = time
        let seen = Noted()
        self.seen = seen
        subscription = database.wakeups.subscribe(to: .configuration) { _ in seen.forget() }
    }

    /// The current revision, when it was read so lately that it is trusted; nil when it has to be read.
    @usableFromInline var known: Int64? { Self.trusted(seen.state.withLock { $0.seen }, at: time.now) }

    private static func trusted(_ seen: Noted.Seen?, at now: Date) -> Int64? {
        guard let seen, abs(now.timeIntervalSince(seen.at)) < trustedFor else { return nil }
        return seen.revision
    }

    /// The current revision.
    package func current() async throws -> Int64 {
        let now = time.now
        let (known, changes) = seen.state.withLock { $0 }
        if let known = Self.trusted(known, at: now) { return known }
        let revision = try await database.read { try Self.revision(in: $0) }
        seen.state.withLock { state in
            // A revision that was read before a change committed meanwhile isn't kept.
            guard state.changes == changes else { return }
            state.seen = Noted.Seen(revision: max(revision, state.seen?.revision ?? 0), at: now)
        }
        return revision
    }

    /// Raises the revision together with a change; once that is committed, this process sees it at once.
    package static func raise(in transaction: any WriteTransaction) throws {
        try transaction.execute("UPDATE configuration_revision SET revision = revision + 1 WHERE id = 1")
        transaction.wake(.configuration, "")
    }

    private static func revision(in transaction: any ReadTransaction) throws -> Int64 {
        try transaction.row("SELECT revision FROM configuration_revision WHERE id = 1")?.int("revision") ?? 0
    }
}
