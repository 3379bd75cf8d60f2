internal import Primitives
internal import Store

/// One try of a body on a connection. It stays on the connection's thread.
final class PostgresTransaction: WriteTransaction {
    private let connection: PostgresConnection
    private let beginning: String
    private let answering: Duration
    private let holds: Bool

    /// The first failure. Nothing runs after it: the server has undone everything.
    private(set) var failure: PostgresFailure?
    /// Whether a statement has run that does more than read.
    private(set) var hasWritten = false
    /// The wake-ups that are owed after the commit.
    private(set) var wakeups: [Wakeup] = []
    private var isBegun = false

    /// - Parameters:
    ///   - beginning: the statement that begins it, sent along with the body's first.
    ///   - answering: the longest wait for the answer to a statement.
    ///   - holds: whether rows and names are held for it: it writes, at a level that doesn't notice when another comes in its way.
    init(_ connection: PostgresConnection, beginning: String, answering: Duration, holds: Bool) {
        self.connection = connection
        self.beginning = beginning
        self.answering = answering
        self.holds = holds
    }

    func rows(_ sql: SQL, values: [SQLValue]) throws(DatabaseError) -> [Row] { try run(connection.statements.statement(sql), values).rows }

    func rows(_ sql: SQL, values: [SQLValue], keeping hold: RowHold) throws(DatabaseError) -> [Row] {
        try run(connection.statements.statement(sql, keeping: holds ? hold : nil), values).rows
    }

    func execute(_ sql: SQL, values: [SQLValue]) throws(DatabaseError) -> Int {
        try run(connection.statements.statement(sql), values).changes
    }

    func hold(_ name: HeldName) throws(DatabaseError) {
        guard holds else { return }
        // A name that is held has no outcome that a caller asks for.
        let hadWritten = hasWritten
        defer { hasWritten = hadWritten }
        _ = try run(connection.statements.statement(NameHold.statement), [.text(NameHold.id(name))])
    }

    /// Does nothing: PostgreSQL keeps a deleted row until its vacuum has passed, in its log and its replicas longer.
    func scrub() {}

    /// Does nothing, as ``scrub()``.
    func compact(upTo bytes: Int64) {}

    func wake(_ topic: Wakeup.Topic, _ key: String) { wakeups.append(Wakeup(topic, key)) }

    private func run(_ statement: PreparedStatement, _ values: [SQLValue]) throws(DatabaseError) -> StatementResult {
        if let failure { throw DatabaseError(failure) }
        guard values.count == statement.parameters else {
            throw DatabaseError(.other, "\(values.count) values for the \(statement.parameters) parameters of: \(statement.text)")
        }
        let parameters = try ParameterBuffer(values)
        var requests: [Request] = isBegun ? [] : [.text(beginning)]
        if !statement.isPrepared, !statement.name.isEmpty { requests.append(.prepare(statement)) }
        requests.append(.run(statement, parameters))
        isBegun = true
        hasWritten = hasWritten || !statement.isReading
        let results = try exchange(requests)
        guard let last = results.last else { throw DatabaseError(.other, "a statement without a result") }
        return last
    }

    private func exchange(_ requests: [Request]) throws(DatabaseError) -> [StatementResult] {
        do throws(PostgresFailure) { return try connection.exchange(requests, until: .after(answering)) } catch {
            failure = error
            throw DatabaseError(error)
        }
    }

    /// Commits, with the fence's row if there is one.
    ///
    /// - Throws: ``PostgresFailure``, after which ``PostgresFailure/leavesDoubt`` tells whether it may have taken effect.
    func commit(_ fence: Fence?) throws(PostgresFailure) {
        guard isBegun else { return }
        connection.notices.clear()
        let results = try connection.exchange((try fence?.requests(on: connection) ?? []) + [.text("COMMIT")], until: .after(answering))
        guard results.last?.tag == "COMMIT" else {
            throw PostgresFailure(state: "25P02", isFatal: false, reason: "the server undid a transaction that was to be committed")
        }
        // The server went away or gave up waiting for its standby: the row asks whether the commit is there.
        if connection.notices.isDoubtful {
            throw PostgresFailure(state: nil, isFatal: true, reason: "\(connection.server.name) committed without its standby")
        }
    }

    /// Ends it without an effect. If this fails the connection is broken, and the server undoes it.
    func rollBack() {
        guard connection.isInTransaction, !connection.isBroken else { return }
        _ = try? connection.exchange([.text("ROLLBACK")], until: .after(answering))
    }
}
