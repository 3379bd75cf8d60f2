internal import GRDB
internal import Primitives

/// The one thread that writes: bodies that wait share a transaction, and so the wait for the disk.
///
/// Each body runs in a savepoint of its own, so that one which throws is undone without its neighbours.
struct SQLiteWriter {
    /// The most bodies that share a transaction.
    private static let batchLimit = 256

    private let jobs: JobQueue<WriteJob>
    private let connection: GRDB.Database
    private let transaction: SQLiteTransaction
    private let wakeups: any Wakeups

    init(_ jobs: JobQueue<WriteJob>, on connection: GRDB.Database, waking wakeups: any Wakeups) {
        self.jobs = jobs
        self.connection = connection
        self.wakeups = wakeups
        transaction = SQLiteTransaction(connection)
    }

    /// Works until the queue is closed and empty.
    func run() {
        while jobs.waitForJobs() != nil {
            if let job = jobs.next() { runBatch(startingWith: job) }
        }
    }

    private func runBatch(startingWith first: WriteJob) {
        var answers: [WriteJob.Completion] = []
        do {
            try begin(for: first)
            var next: WriteJob? = first
            while let job = next {
                answers.append(try perform(job))
                next = answers.count < Self.batchLimit ? jobs.next() : nil
            }
            try transaction.execute("COMMIT")
            transaction.tidy()
            wake()
            for answer in answers { answer.whenCommitted(nil) }
        } catch {
            abandon()
            for answer in answers { answer.whenCommitted(error) }
        }
    }

    private func begin(for job: WriteJob) throws {
        do { try transaction.execute("BEGIN IMMEDIATE") } catch {
            job.fail(error)
            throw error
        }
    }

    /// Runs one body. Throws when the whole transaction is lost, after answering this body's caller.
    private func perform(_ job: WriteJob) throws -> WriteJob.Completion {
        guard !job.isCancelled() else { return job.answer(CancellationError()) }
        do {
            try transaction.execute("SAVEPOINT body")
            return try runInSavepoint(job)
        } catch {
            job.fail(error)
            throw error
        }
    }

    private func runInSavepoint(_ job: WriteJob) throws -> WriteJob.Completion {
        let answer: WriteJob.Completion
        let owed = transaction.wakeups.count
        do { answer = try job.run(transaction) } catch {
            transaction.keepWakeups(owed)
            // After a full disk or a failed read SQLite may have rolled back everything: then no savepoint is left.
            guard connection.isInsideTransaction else { throw error }
            try transaction.execute("ROLLBACK TO body")
            answer = job.answer(error)
        }
        try transaction.execute("RELEASE body")
        answer.whenRun()
        return answer
    }

    /// Sends the wake-ups that are owed, before any caller is answered: a caller finds the receivers of its process told.
    private func wake() {
        guard !transaction.wakeups.isEmpty else { return }
        wakeups.send(transaction.wakeups)
        transaction.keepWakeups(0)
    }

    private func abandon() {
        transaction.keepWakeups(0)
        guard connection.isInsideTransaction else { return }
        // Nothing is lost when this fails: without a commit the transaction has no effect, and the next one can't begin.
        _ = try? transaction.execute("ROLLBACK")
    }
}
