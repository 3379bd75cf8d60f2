internal import GRDB

/// The embedded database: one SQLite file, used by one server.
///
/// Writes that wait share a commit, and a write that has returned survives a power failure. Reads that wait share a
/// snapshot, on threads of their own.
public final class SQLiteDatabase: Database {
    private let writes: JobQueue<WriteJob>
    private let reads: JobQueue<ReadJob>
    private let threads: [WorkerThread]
    private let file: SQLiteFile

    init(_ file: SQLiteFile) {
        let writes = JobQueue<WriteJob>()
        let reads = JobQueue<ReadJob>()
        self.writes = writes
        self.reads = reads
        self.file = file
        threads =
            [WorkerThread(name: "store-write") { file.onWriter { SQLiteWriter(writes, on: $0).run() } }]
            + file.readers.indices.map { index in
                WorkerThread(name: "store-read") { file.onReader(index) { SQLiteReader(reads, on: $0).run() } }
            }
    }

    deinit {
        writes.close()
        reads.close()
    }

    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Value
    ) async throws -> Value {
        try await answered { flag, continuation in
            let job = ReadJob(
                isCancelled: flag,
                run: { transaction in continuation.resume(with: Result { try body(transaction) }) },
                fail: continuation.resume(throwing:))
            return self.reads.submit(job)
        }
    }

    @discardableResult
    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Value
    ) async throws -> Value {
        try await answered { flag, continuation in
            let job = WriteJob(
                isCancelled: flag,
                run: { transaction in
                    let value = try body(transaction)
                    return { error in
                        if let error { continuation.resume(throwing: error) } else { continuation.resume(returning: value) }
                    }
                },
                fail: continuation.resume(throwing:))
            return self.writes.submit(job)
        }
    }

    public func close() async throws {
        writes.close()
        reads.close()
        for thread in threads { await thread.join() }
        try file.close()
    }

    /// Submits a job and waits for its answer.
    private func answered<Value: Sendable>(
        _ submit: @Sendable (CancellationFlag, CheckedContinuation<Value, any Error>) -> Bool
    ) async throws -> Value {
        let flag = CancellationFlag()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                if !submit(flag, continuation) {
                    continuation.resume(throwing: DatabaseError(.closed, "the database is closed"))
                }
            }
        } onCancel: {
            flag.set()
        }
    }
}
