internal import Primitives
internal import Store

/// A row that a transaction writes last, by which its outcome is found when the answer to its commit is lost.
///
/// To find it the same row is written again. That waits for a transaction that is still open; a row that is there means that it was committed, and one
/// that could be written that it wasn't and can't be any more.
struct Fence {
    /// The statement that makes the table; rows are kept for an hour.
    static let table: SQL = "CREATE TABLE IF NOT EXISTS store_commits (id TEXT PRIMARY KEY, expires BIGINT NOT NULL)"
    /// The index by which rows that have expired are found.
    static let index: SQL = "CREATE INDEX IF NOT EXISTS store_commits_expires ON store_commits (expires)"
    /// The number of rows that are deleted at once.
    static let batch = 1000

    // The server's clock alone: those of the nodes may differ.
    private static let insert: SQL = """
        INSERT INTO store_commits (id, expires) VALUES (?1, CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT) + 3600000)
        """
    private static let sweep: SQL = """
        DELETE FROM store_commits WHERE id IN (
            SELECT id FROM store_commits WHERE expires < CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT) LIMIT 1000)
        """

    /// The outcome of a commit whose answer was lost.
    enum Outcome { case committed, undone, unknown }

    private let id: String

    init(_ random: any RandomSource) { id = random.token(16) }

    /// The requests that write the row.
    func requests(on connection: PostgresConnection) throws(PostgresFailure) -> [Request] {
        let statement = connection.statements.statement(Self.insert)
        do throws(DatabaseError) {
            let run = Request.run(statement, try ParameterBuffer([.text(id)]))
            return statement.isPrepared ? [run] : [.prepare(statement), run]
        } catch { throw PostgresFailure(state: "22021", isFatal: false, reason: error.reason) }
    }

    /// Asks for the outcome, on new connections, until it is known or the deadline comes.
    func outcome(_ pool: PostgresPool, until deadline: WaitLimit) -> Outcome {
        pool.counts.countDoubt()
        while !deadline.isPast {
            do throws(PostgresFailure) {
                let connection = try pool.connect(until: deadline)
                _ = try connection.exchange(try requests(on: connection), until: deadline.butAtMost(pool.configuration.timeouts.answering))
                return .undone
            } catch {
                if error.state == "23505", isDurable(pool, until: deadline) { return .committed }
                // Still open, or a server that is gone: asked again.
                PostgresPool.sleep(min(.milliseconds(100), deadline.remaining))
            }
        }
        return .unknown
    }

    /// Whether what is committed also is where the server waits for it to be, its standbys among that: a commit after it tells.
    private func isDurable(_ pool: PostgresPool, until deadline: WaitLimit) -> Bool {
        guard let connection = try? pool.connect(until: deadline) else { return false }
        connection.notices.clear()
        let end = deadline.butAtMost(pool.configuration.timeouts.answering)
        guard (try? connection.exchange(try Fence(pool.random).requests(on: connection), until: end)) != nil else { return false }
        return !connection.notices.isDoubtful
    }

    /// Deletes some rows that have expired, and returns how many.
    static func sweep(_ connection: PostgresConnection, until deadline: WaitLimit) throws(PostgresFailure) -> Int {
        try connection.exchange([.text(sweep.text)], until: deadline).last?.changes ?? 0
    }
}
