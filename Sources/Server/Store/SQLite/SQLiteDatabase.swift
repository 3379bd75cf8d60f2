internal import GRDB

/// The embedded database: one SQLite file, used by one server.
///
/// Writes that wait share a commit, and a write that has returned survives a power failure. Reads that wait share a
/// snapshot, on threads of their own.
public final class SQLiteDatabase: Database {
    private let writes: JobQueue<WriteJob>
    private let reads: JobQueue<ReadJob>
    private let lookups: SQLiteLookups
    private let threads: [WorkerThread]
    public let wakeups: any Wakeups
    public let isShared = false
    private let file: SQLiteFile

    init(_ file: SQLiteFile) {
        let writes = JobQueue<WriteJob>()
        let reads = JobQueue<ReadJob>()
        self.writes = writes
        self.reads = reads
        self.file = file
        let wakeups = LocalWakeups()
        self.wakeups = wakeups
        lookups = SQLiteLookups(file.lookups)
        threads =
            [WorkerThread(name: "store-write") { file.onWriter { SQLiteWriter(writes, on: $0, waking: wakeups).run() } }]
            + file.readers.indices.map { index in
                WorkerThread(name: "store-read") { file.onReader(index) { SQLiteReader(reads, on: $0).run() } }
            }
    }

    /// The database's files that others than their owner had access to when it was opened. They have none now; what they read before, they know.
    public var exposedFiles: [String] { file.exposed }

    deinit {
        writes.close()
        reads.close()
    }

    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Value
    ) async throws -> Value {
        try await reads.answer(refusal: Self.refusal) { ReadJob(body, for: $0) }
    }

    public func lookUp<Value: Sendable>(
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        if let result = lookups.run(body) { return try result.get() }
        return try await read(body)
    }

    @discardableResult
    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Value
    ) async throws -> Value {
        try await writes.answer(refusal: Self.refusal) { WriteJob(body, for: $0) }
    }

    public func write<Value: Sendable, Prepared: Sendable>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Value,
        preparing prepare: @escaping @Sendable (Value) throws -> Prepared
    ) async throws -> Prepared {
        let commit = PendingCommit()
        let value = try await writes.answer(refusal: Self.refusal) { WriteJob(body, for: $0, before: commit) }
        let prepared = Result { try prepare(value) }
        try await commit.wait()
        return try prepared.get()
    }

    public func close() async throws {
        writes.close()
        reads.close()
        lookups.close()
        for thread in threads { await thread.join() }
        try file.close()
    }

    private static func refusal(_ submission: JobSubmission) -> any Error { closed }

    static var closed: DatabaseError { DatabaseError(.closed, "the database is closed") }
}
