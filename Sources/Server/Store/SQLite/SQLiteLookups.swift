internal import GRDB
import Synchronization

/// Connections for reads that are so short that handing them to another thread would cost more than they do.
final class SQLiteLookups: Sendable {
    private let places: [Place]

    init(_ queues: [DatabaseQueue]) { places = queues.map(Place.init) }

    /// Runs `body` on the calling thread; nil when no connection is free.
    func run<Value: Sendable>(_ body: @Sendable (any ReadTransaction) throws -> Value) -> Result<Value, any Error>? {
        for place in places {
            if let result = place.run(body) { return result }
        }
        return nil
    }

    /// Waits for what is running; whatever comes later throws ``DatabaseError/Code/closed``.
    func close() {
        for place in places { place.close() }
    }
}

/// One connection, used by one caller at a time.
private final class Place: Sendable {
    private struct State {
        var transaction: SQLiteTransaction?
        var isClosed = false
    }

    private let queue: DatabaseQueue
    private let state = Mutex(State())
    /// Whether a caller has it. Asked first, since even to try a lock that is taken enters the kernel.
    private let isTaken = Atomic(false)

    init(_ queue: DatabaseQueue) { self.queue = queue }

    func run<Value: Sendable>(_ body: @Sendable (any ReadTransaction) throws -> Value) -> Result<Value, any Error>? {
        guard !isTaken.exchange(true, ordering: .acquiring) else { return nil }
        defer { isTaken.store(false, ordering: .releasing) }
        return state.withLock { state in
            guard !state.isClosed else { return .failure(SQLiteDatabase.closed) }
            return queue.inDatabase { connection in
                let transaction = state.transaction ?? SQLiteTransaction(connection)
                state.transaction = transaction
                return Result { try Self.snapshot(transaction) { try body(transaction) } }
            }
        }
    }

    private static func snapshot<Value>(_ transaction: SQLiteTransaction, _ body: () throws -> Value) throws -> Value {
        try transaction.execute("BEGIN DEFERRED")
        // A reader has nothing to lose by the end of its snapshot.
        defer { _ = try? transaction.execute("COMMIT") }
        return try body()
    }

    func close() {
        state.withLock { state in
            state.isClosed = true
            state.transaction = nil
        }
    }
}
