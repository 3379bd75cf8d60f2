internal import GRDB

/// One of the threads that read: bodies that wait share a snapshot.
struct SQLiteReader {
    private let jobs: JobQueue<ReadJob>
    private let connection: GRDB.Database
    private let transaction: SQLiteTransaction

    init(_ jobs: JobQueue<ReadJob>, on connection: GRDB.Database) {
        self.jobs = jobs
        self.connection = connection
        transaction = SQLiteTransaction(connection)
    }

    /// Works until the queue is closed and empty.
    func run() {
        while let submitted = jobs.waitForJobs() {
            if let job = jobs.next(among: submitted) { readSnapshot(startingWith: job, among: submitted) }
        }
    }

    /// Serves the bodies that were asked for before the snapshot is taken. A later one might miss a write that its
    /// caller knows of, so it waits for the next snapshot.
    private func readSnapshot(startingWith first: ReadJob, among submitted: Int) {
        do { try transaction.execute("BEGIN DEFERRED") } catch { return first.fail(error) }
        var next: ReadJob? = first
        while let job = next {
            job.isCancelled() ? job.fail(CancellationError()) : job.run(transaction)
            next = jobs.next(among: submitted)
        }
        end()
    }

    private func end() {
        do { try transaction.execute("COMMIT") } catch {
            guard connection.isInsideTransaction else { return }
            // A reader has nothing to lose; if even this fails, the next snapshot reports it to its callers.
            _ = try? transaction.execute("ROLLBACK")
        }
    }
}
