internal import Primitives
internal import Store

/// The beginning of a session: what its server must be, and its settings.
enum PostgresSession {
    /// The oldest server, PostgreSQL 15.
    static let oldest: Int32 = 150_000

    /// Makes a session of a new connection.
    ///
    /// - Throws: ``PostgresFailure`` for a server that is too old, that only reads, or that doesn't answer.
    static func begin(_ connection: PostgresConnection, _ timeouts: PostgresTimeouts) throws(PostgresFailure) {
        guard connection.version >= oldest else {
            throw PostgresFailure(
                state: nil, isFatal: true, isPermanent: true,
                reason: "\(connection.server.name) has PostgreSQL \(connection.version / 10_000); 15 is the oldest that does")
        }
        let deadline = WaitLimit.after(timeouts.connecting)
        // The server ends a statement itself, before the wait for it ends.
        let settings = [
            ("statement_timeout", timeouts.answering - .seconds(1)), ("lock_timeout", timeouts.locking),
            ("idle_in_transaction_session_timeout", timeouts.answering + .seconds(45)),
        ]
        let texts = settings.map { name, time in "SET \(name) = \(time.components.seconds * 1000)" }
        // Every statement has an index (decision 108): the planner takes a small table's too, so that it isn't locked as a whole.
        let requests = (texts + ["SET client_min_messages = warning", "SET enable_seqscan = off", "SHOW transaction_read_only"]).map(
            Request.text)
        let results = try connection.exchange(requests, until: deadline)
        guard let row = results.last?.rows.first, (try? row.text("transaction_read_only")) == "off" else {
            throw PostgresFailure(
                state: "25006", isFatal: true, reason: "\(connection.server.name) only reads: it is a standby; name the primary as well")
        }
    }
}
