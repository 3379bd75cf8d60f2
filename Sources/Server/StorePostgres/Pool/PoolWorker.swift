internal import Primitives
internal import Store

/// One of the threads of a database, with a connection of its own.
final class PoolWorker {
    let pool: PostgresPool
    private let wakeups: any Wakeups
    private var connection: PostgresConnection?
    private var generation = 0

    init(_ pool: PostgresPool, waking wakeups: any Wakeups) {
        self.pool = pool
        self.wakeups = wakeups
    }

    /// Works until the queue is closed and empty.
    func run() {
        while pool.jobs.waitForJobs() != nil {
            if let next = pool.jobs.next() { perform(next) }
        }
        connection = nil
    }

    private func perform(_ next: Waiting) {
        guard !next.job.isCancelled else { return next.job.fail(CancellationError()) }
        guard !next.end.isPast else {
            return next.job.fail(DatabaseError(.busy, "no connection to the database was free in time"))
        }
        pool.metrics.use(waitingSince: next.since) {
            switch next.job {
            case .read(let work): ReadRun(work, on: self, until: next.end).run()
            case .write(let job, let isFenced): WriteRun(job, isFenced: isFenced, on: self, until: next.end, waking: wakeups).run()
            }
        }
    }

    /// The connection, which is made when there is none, or none that is of use.
    func current(until deadline: WaitLimit) throws(PostgresFailure) -> PostgresConnection {
        if let connection, generation == pool.generation, connection.isAlive() { return connection }
        drop()
        generation = pool.generation
        let new = try pool.connect(until: deadline.butAtMost(pool.configuration.timeouts.reconnecting))
        connection = new
        return new
    }

    /// Closes the connection.
    func drop() { connection = nil }

    /// Tidies up after a failure, so that the next try may do better.
    func recover(from failure: PostgresFailure) {
        if failure.isStale { forgetStatements() }
        if failure.isDeparture { pool.leave(generation) }
        if failure.isFatal || failure.isDeparture || connection?.isBroken == true { drop() }
    }

    private func forgetStatements() {
        connection?.statements.clear()
        guard let connection, (try? connection.exchange([.text("DEALLOCATE ALL")], until: .after(.seconds(5)))) != nil else {
            return drop()
        }
    }
}
