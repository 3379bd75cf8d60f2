internal import Primitives
internal import Store

/// The place of a server in the history of its data.
///
/// A standby that is promoted begins a new timeline. That tells it from the former leader, which takes writes as well, and answers from data
/// that are no longer true, when it was frozen or cut off and hasn't yet heard of it.
struct PostgresLineage: Equatable {
    /// The cluster's identifier, which all copies of its data share.
    let system: String
    let timeline: Int64

    /// The lineage of a connection's server; nil for an engine that doesn't tell.
    ///
    /// - Throws: ``PostgresFailure`` when the connection is lost.
    static func of(_ connection: PostgresConnection, until deadline: WaitLimit) throws(PostgresFailure) -> PostgresLineage? {
        do throws(PostgresFailure) {
            let row = try connection.exchange([.text(question)], until: deadline).first?.rows.first
            guard let system = try? row?.text("system"), let timeline = try? row?.int("timeline") else { return nil }
            return PostgresLineage(system: system, timeline: timeline)
        } catch {
            guard !connection.isBroken else { throw error }
            return nil
        }
    }

    /// The first eight hexadecimal digits of a log file's name are its timeline.
    private static let question = """
        SELECT (SELECT system_identifier FROM pg_control_system())::text AS system,
            ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint AS timeline
        """
}
