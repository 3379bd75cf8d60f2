package import Foundation
import Primitives
import Store

/// The state of a PostgreSQL server and of what processes share there.
package struct PostgresStatus: Sendable {
    /// A server that repeats what this one writes.
    package struct Standby: Sendable, Equatable {
        /// The name that it gives itself (`application_name`).
        package let name: String
        /// `streaming` when it follows; `catchup`, `startup`, `backup` or `stopping` otherwise; nil where the database's user may not see it.
        package let state: String?
        /// `sync`, `quorum`, `potential` or `async`.
        package let synchrony: String?
        /// The bytes of the log that it hasn't repeated yet.
        package let bytesBehind: Int64?
        /// The milliseconds that it took to repeat what was written last; nil while nothing is written.
        package let millisecondsBehind: Int64?
    }

    /// Work that one process does at a time.
    package struct Lease: Sendable, Equatable {
        /// The work: `schema`, `first-start`, or a kind of background work.
        package let work: String
        /// The name of the node that has it; nil where no process does, or the holder has no name.
        package let node: String?
        /// The time until which it is held, unless it is renewed; nil when no process has it.
        package let until: Date?
    }

    /// The server's version, such as `15.20`.
    package let version: String
    /// The server's time.
    package let now: Date
    /// The last step of the schema; 0 for a database without tables.
    package let step: Int
    /// The work that one node does for all, and who has it.
    package let leases: [Lease]
    /// The standbys that follow this server, by their names.
    package let standbys: [Standby]
}

extension PostgresDatabase {
    /// The time of the database's clock.
    package func now() async throws -> Date {
        try await read { transaction in
            guard let row = try transaction.row("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS now") else {
                throw DatabaseError(.other, "the server tells no time")
            }
            return try row.date("now")
        }
    }

    /// True when the database has a table of a name.
    package func hasTable(_ name: String) async throws -> Bool {
        try await read { try $0.row("SELECT CAST(to_regclass(?1) AS TEXT) AS name", name)?.optionalText("name") } != nil
    }

    /// The state of the server, and of the work that is done by one process at a time.
    package func status() async throws -> PostgresStatus {
        let now = try await now()
        return try await read { transaction in
            let server = try transaction.row("SELECT CAST(current_setting('server_version') AS TEXT) AS version")
            let step = try transaction.row("SELECT id FROM schema_migration ORDER BY id DESC LIMIT 1")
            let leases = try transaction.rows("SELECT id, holder, expires FROM schema_lease ORDER BY id")
            let standbys = try transaction.rows(
                """
                SELECT CAST(application_name AS TEXT) AS name, CAST(state AS TEXT) AS state, CAST(sync_state AS TEXT) AS synchrony,
                    CAST(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) AS BIGINT) AS bytes,
                    CAST(EXTRACT(EPOCH FROM replay_lag) * 1000 AS BIGINT) AS milliseconds
                FROM pg_stat_replication ORDER BY application_name
                """)
            return PostgresStatus(
                // Debian adds a name of its own after a space.
                version: String(try server?.text("version").split(separator: " ").first ?? ""), now: now,
                step: Int(try step?.int("id") ?? 0), leases: try leases.map { try PostgresStatus.Lease(row: $0, now: now) },
                standbys: try standbys.map { try PostgresStatus.Standby(row: $0) })
        }
    }
}

extension PostgresStatus.Lease {
    init(row: Row, now: Date) throws(DatabaseError) {
        let (number, holder, expires) = (try row.int("id"), try row.text("holder"), try row.date("expires"))
        let isHeld = expires > now
        work = Self.name(number)
        until = isHeld ? expires : nil
        // The node's name, a colon, and what tells its leases from those of its namesakes.
        let name = holder.split(separator: ":", omittingEmptySubsequences: false).dropLast().joined(separator: ":")
        node = isHeld && !name.isEmpty ? name : nil
    }

    private static func name(_ number: Int64) -> String {
        let purpose = ExclusiveLease.Purpose.allCases.first { $0.rawValue == number }
        let work = BackgroundWork.allCases.first { $0.rawValue == number }
        return switch (purpose, work) {
        case (.schema, _): "schema"
        case (.firstStart, _): "first-start"
        case (nil, .auditSealing): "audit-sealing"
        case (nil, .notices): "notices"
        case (nil, .cleaning): "cleaning"
        case (nil, nil): "\(number)"
        }
    }
}

extension PostgresStatus.Standby {
    fileprivate init(row: Row) throws(DatabaseError) {
        name = try row.optionalText("name") ?? ""
        state = try row.optionalText("state")
        synchrony = try row.optionalText("synchrony")
        bytesBehind = try row.optionalInt("bytes")
        millisecondsBehind = try row.optionalInt("milliseconds")
    }
}
