internal import Primitives
public import Store

/// A PostgreSQL database, which any number of servers use at once.
///
/// Each of its threads has a connection, and runs one body at a time in a transaction of its own. A body that another server came in the way
/// of is run again, a bounded number of times. When the answer to a commit is lost, the database is asked for the outcome before the caller is
/// answered.
public final class PostgresDatabase: Database {
    public let wakeups: any Wakeups
    public let isShared = true
    private let pool: PostgresPool
    private let notifications: PostgresWakeups
    private let threads: [WorkerThread]
    private let leases: WorkLeases

    /// - Parameter schema: the schema of the tables; nil for a database that neither sends nor hears wake-ups of other processes.
    init(_ pool: PostgresPool, schema: String?) {
        self.pool = pool
        leases = WorkLeases(pool.random, of: pool.configuration.node)
        let notifications = PostgresWakeups()
        self.notifications = notifications
        wakeups = notifications
        let workers = (0..<pool.configuration.connections).map { _ in
            WorkerThread(name: "store-postgres") { PoolWorker(pool, waking: notifications).run() }
        }
        let notifier = schema.map { schema in
            WorkerThread(name: "store-notify") { Notifier(pool, notifications, schema: schema).run() }
        }
        threads = workers + (notifier.map { [$0] } ?? [])
    }

    deinit {
        pool.jobs.close()
        notifications.close()
    }

    /// The number of things that went otherwise than planned since it was opened.
    package var counts: PostgresCounts { pool.counts }

    /// The connections on which a body runs at the moment, and the bodies that wait for one.
    package var load: (used: Int, waiting: Int) { (pool.metrics.used, pool.jobs.count) }

    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Value
    ) async throws -> Value { try await read(within: pool.configuration.timeouts.trying, body) }

    /// Reads, for at most a duration.
    func read<Value: Sendable>(
        within duration: Duration, _ body: @escaping @Sendable (any ReadTransaction) throws -> Value
    ) async throws -> Value {
        let end = WaitLimit.after(duration)
        return try await pool.jobs.answer(refusal: Self.refusal) { Waiting(job: .read(ReadWork(body, for: $0)), end: end) }
    }

    @discardableResult
    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Value
    ) async throws -> Value { try await write(isFenced: true, body) }

    /// Writes, with a fence or, for a body that may run twice to the same effect, without.
    func write<Value: Sendable>(
        isFenced: Bool, _ body: @escaping @Sendable (any WriteTransaction) throws -> Value
    ) async throws -> Value {
        let end = WaitLimit.after(pool.configuration.timeouts.trying)
        return try await pool.jobs.answer(refusal: Self.refusal) { caller in
            Waiting(job: .write(WriteJob(body, for: caller), isFenced: isFenced), end: end)
        }
    }

    /// Does what servers do at their first start while no other server of the database does so: another one waits until it is done, or for a
    /// minute.
    ///
    /// - Throws: the errors of `body`, and ``DatabaseError``.
    public func firstStart(_ body: () async throws -> Void) async throws {
        let lease = ExclusiveLease(pool.random, for: .firstStart, of: pool.configuration.node)
        try await lease.take(in: self)
        do { try await body() } catch {
            // The next one doesn't need to wait for it to expire.
            try? await lease.release(in: self)
            throw error
        }
        try await lease.release(in: self)
    }

    public func leads(_ work: BackgroundWork) async throws -> Bool { try await leases.has(work, in: self) }

    public func tend(_ table: PartitionedTable, from first: Int64) async throws {
        try await write(isFenced: false) { transaction in
            let partitions = Partitions(of: table, in: transaction)
            try partitions.drop(below: first)
            try partitions.extend()
        }
    }

    public func close() async throws {
        await leases.release(in: self)
        pool.jobs.close()
        // Wake-ups of what is committed until here still go to other processes.
        for thread in threads.prefix(pool.configuration.connections) { await thread.join() }
        notifications.close()
        for thread in threads.dropFirst(pool.configuration.connections) { await thread.join() }
    }

    private static func refusal(_ submission: JobSubmission) -> any Error {
        submission == .full
            ? DatabaseError(.busy, "too many wait for the database") : DatabaseError(.closed, "the database is closed")
    }
}
