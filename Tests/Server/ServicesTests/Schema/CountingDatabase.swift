import Store
import Synchronization

/// A database that counts the statements of each kind of transaction. Of a body that is run again the last run counts.
final class CountingDatabase: Database {
    struct Counts: Equatable {
        /// The statements of transactions that read.
        var read = 0
        /// The statements of transactions that write.
        var written = 0
    }

    private let base: any Database
    private let state = Mutex(Counts())

    init(_ base: any Database) { self.base = base }

    var wakeups: any Wakeups { base.wakeups }
    var isShared: Bool { base.isShared }

    /// The statements since the last call.
    func taken() -> Counts {
        state.withLock { counts in
            defer { counts = Counts() }
            return counts
        }
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Value) async throws -> Value {
        let (value, count) = try await base.read { transaction in
            let counting = CountingRead(transaction)
            return (try body(counting), counting.count)
        }
        state.withLock { $0.read += count }
        return value
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Value) async throws -> Value {
        let (value, count) = try await base.write { transaction in
            let counting = CountingWrite(transaction)
            return (try body(counting), counting.count)
        }
        state.withLock { $0.written += count }
        return value
    }

    func close() async throws { try await base.close() }
}

private final class CountingRead: ReadTransaction {
    private let base: any ReadTransaction
    private(set) var count = 0

    init(_ base: any ReadTransaction) { self.base = base }

    func rows(_ sql: SQL, values: [SQLValue]) throws(DatabaseError) -> [Row] {
        count += 1
        return try base.rows(sql, values: values)
    }
}

private final class CountingWrite: WriteTransaction {
    private let base: any WriteTransaction
    private(set) var count = 0

    init(_ base: any WriteTransaction) { self.base = base }

    func rows(_ sql: SQL, values: [SQLValue]) throws(DatabaseError) -> [Row] {
        count += 1
        return try base.rows(sql, values: values)
    }

    func execute(_ sql: SQL, values: [SQLValue]) throws(DatabaseError) -> Int {
        count += 1
        return try base.execute(sql, values: values)
    }

    func scrub() throws(DatabaseError) { try base.scrub() }
    func compact(upTo bytes: Int64) { base.compact(upTo: bytes) }
    func wake(_ topic: Wakeup.Topic, _ key: String) { base.wake(topic, key) }
}
