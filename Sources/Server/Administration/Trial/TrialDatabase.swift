import Store
import Synchronization

/// A database on which nothing stays: each write is undone, yet what comes after it sees its effect.
///
/// The body of a write is a function of its transaction, and may be run again (docs/decisions/0063-writes-may-run-again.md). So the bodies of
/// earlier writes are run once more before each read and write, in the transaction that is undone afterwards. No lock is held in between: a
/// running server continues writing.
final class TrialDatabase: Database {
    private typealias Body = @Sendable (any WriteTransaction) throws -> Void

    private let database: any Database
    private let earlier = Mutex<[Body]>([])

    init(_ database: any Database) { self.database = database }

    /// The trial's own: what depends on the configuration sees the changes of the trial, and no other part of the server is told.
    let wakeups: any Wakeups = LocalWakeups()

    /// False: what a trial counts is its own too.
    let isShared = false

    func read<Value: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Value) async throws -> Value {
        let bodies = earlier.withLock { $0 }
        guard !bodies.isEmpty else { return try await database.read(body) }
        return try await undone(after: bodies) { try body($0) }.value
    }

    @discardableResult
    func write<Value: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Value) async throws -> Value {
        let tape = RandomTape()
        let taped: @Sendable (any WriteTransaction) throws -> Value = { transaction in try tape.play { try body(transaction) } }
        let written = try await undone(after: earlier.withLock { $0 }, taped)
        earlier.withLock { $0.append { _ = try taped($0) } }
        wakeups.send(written.wakeups)
        return written.value
    }

    /// Does nothing: the database is open for others.
    func close() async throws {}

    /// Runs a body after the earlier ones in a transaction of which nothing remains.
    private func undone<Value: Sendable>(
        after bodies: [Body], _ body: @escaping @Sendable (any WriteTransaction) throws -> Value
    ) async throws -> Undone<Value> {
        do {
            return try await database.write { transaction in
                let trial = TrialTransaction(transaction)
                for earlier in bodies { try earlier(trial) }
                // Those of earlier writes were sent when these were made.
                trial.wakeups = []
                let value = try body(trial)
                throw Undone(value: value, wakeups: trial.wakeups)
            }
        } catch let undone as Undone<Value> {
            return undone
        }
    }

    /// Thrown so that nothing remains.
    private struct Undone<Value: Sendable>: Error {
        let value: Value
        /// The wake-ups that the body asked for.
        let wakeups: [Wakeup]
    }
}

/// A transaction that will be undone: nothing that it deletes has to be overwritten.
private final class TrialTransaction: WriteTransaction {
    var wakeups: [Wakeup] = []
    private let transaction: any WriteTransaction

    init(_ transaction: any WriteTransaction) { self.transaction = transaction }

    func rows(_ sql: SQL, values: [SQLValue]) throws(DatabaseError) -> [Row] { try transaction.rows(sql, values: values) }

    func execute(_ sql: SQL, values: [SQLValue]) throws(DatabaseError) -> Int { try transaction.execute(sql, values: values) }

    func scrub() {}

    func compact(upTo bytes: Int64) {}

    func wake(_ topic: Wakeup.Topic, _ key: String) { wakeups.append(Wakeup(topic, key)) }
}
