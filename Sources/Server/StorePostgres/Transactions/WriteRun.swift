internal import Primitives
internal import Store

/// One body that writes, tried until it is committed or refused.
struct WriteRun {
    /// The longest wait to be alone among the writers of this process.
    private static let patience = Duration.seconds(1)

    private enum Outcome {
        case answered
        case failed(PostgresFailure)
    }

    private let job: WriteJob
    private let isFenced: Bool
    private let worker: PoolWorker
    private let wakeups: any Wakeups
    private let beginning: String
    private var bounds: RunBounds

    init(_ job: WriteJob, isFenced: Bool, on worker: PoolWorker, until end: WaitLimit, waking wakeups: any Wakeups) {
        self.job = job
        self.isFenced = isFenced
        self.worker = worker
        self.wakeups = wakeups
        beginning = "BEGIN ISOLATION LEVEL \(worker.pool.configuration.isolation.words) READ WRITE"
        bounds = RunBounds(until: end)
    }

    func run() {
        var run = self
        while case .failed(let failure) = run.turn() {
            if failure.isConflict { worker.pool.counts.countConflict() }
            worker.recover(from: failure)
            guard run.bounds.allowsAnother(after: failure) else { return job.fail(DatabaseError(failure)) }
            worker.pool.metrics.countRetry(after: failure)
            run.bounds.pause(worker.pool)
        }
    }

    private func turn() -> Outcome {
        let turns = worker.pool.turns
        return bounds.isAlone ? turns.alone(patience: Self.patience, attempt) : turns.together(attempt)
    }

    /// Tries once. The caller is answered, or the try has left no trace.
    private func attempt() -> Outcome {
        let connection: PostgresConnection
        do throws(PostgresFailure) { connection = try worker.current(until: bounds.end) } catch { return refused(error) }
        let transaction = PostgresTransaction(
            connection, beginning: beginning, answering: worker.pool.configuration.timeouts.answering,
            holds: worker.pool.configuration.isolation != .serializable)
        let completion: WriteJob.Completion
        do { completion = try job.run(transaction) } catch {
            transaction.rollBack()
            if let failure = transaction.failure, mayRunAgain(failure) { return .failed(failure) }
            job.fail(error)
            return .answered
        }
        // A body that goes on after a statement has failed has nothing that could be committed.
        if let failure = transaction.failure {
            transaction.rollBack()
            return refused(failure)
        }
        return commit(transaction, completion)
    }

    private func commit(_ transaction: PostgresTransaction, _ completion: WriteJob.Completion) -> Outcome {
        let fence = isFenced && transaction.hasWritten ? Fence(worker.pool.random) : nil
        do throws(PostgresFailure) { try transaction.commit(fence) } catch {
            guard error.leavesDoubt else {
                transaction.rollBack()
                return refused(error)
            }
            worker.recover(from: error)
            // A body that has written nothing can run again in any case.
            guard let fence else { return .failed(error) }
            switch fence.outcome(worker.pool, until: .after(worker.pool.configuration.timeouts.settling)) {
            case .committed: break
            case .undone: return .failed(error)
            case .unknown:
                job.fail(DatabaseError(.unsettled, "\(error.reason) during a commit, and whether it took effect can't be found"))
                return .answered
            }
        }
        // Before the caller is answered: it finds the receivers of its process told.
        if !transaction.wakeups.isEmpty { wakeups.send(transaction.wakeups) }
        completion.whenCommitted(nil)
        return .answered
    }

    private func refused(_ failure: PostgresFailure) -> Outcome {
        if mayRunAgain(failure) { return .failed(failure) }
        job.fail(DatabaseError(failure))
        return .answered
    }

    /// True when the failure may pass. A key that another has taken meanwhile is told as such, at the serialisable level too, and not as a
    /// conflict: the body looks once more.
    private func mayRunAgain(_ failure: PostgresFailure) -> Bool {
        failure.isConflict || failure.isStale || failure.isDeparture && !failure.isPermanent || failure.state == "23505"
    }
}
