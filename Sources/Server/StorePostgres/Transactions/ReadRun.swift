internal import Primitives
internal import Store

/// One body that reads, tried until its caller is answered.
struct ReadRun {
    private static let beginning = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

    private let work: ReadWork
    private let worker: PoolWorker
    private var bounds: RunBounds

    init(_ work: ReadWork, on worker: PoolWorker, until end: WaitLimit) {
        self.work = work
        self.worker = worker
        bounds = RunBounds(until: end)
    }

    func run() {
        var run = self
        while let failure = run.attempt() {
            run.worker.recover(from: failure)
            guard run.bounds.allowsAnother(after: failure) else { return work.fail(DatabaseError(failure)) }
            worker.pool.metrics.countRetry(after: failure)
            run.bounds.pause(worker.pool)
        }
    }

    /// Tries once; returns the failure after which it may be tried again, nil when the caller is answered.
    private func attempt() -> PostgresFailure? {
        let connection: PostgresConnection
        do throws(PostgresFailure) { connection = try worker.current(until: bounds.end) } catch {
            if !error.isPermanent, !bounds.end.isPast { return error }
            work.fail(DatabaseError(error))
            return nil
        }
        let transaction = PostgresTransaction(
            connection, beginning: Self.beginning, answering: worker.pool.configuration.timeouts.answering, holds: false)
        // The caller is answered first: the end of the transaction is only the connection's concern.
        defer { transaction.rollBack() }
        do { try work.run(transaction)() } catch {
            if let failure = transaction.failure, failure.mayReadAgain { return failure }
            work.fail(error)
        }
        return nil
    }
}
