/// A store of rows that many tasks use at once.
///
/// ```swift
/// try await database.write { transaction in
///     try transaction.execute("INSERT INTO realm (id, name) VALUES (?1, ?2)", id, "alpha")
/// }
/// ```
///
/// A body runs on a thread of the database's own, but for ``lookUp(_:)``, and must not wait for anything else. It may share a transaction with
/// other bodies, each of which succeeds or fails by itself.
public protocol Database: Sendable {
    /// The wake-ups that its transactions send.
    var wakeups: any Wakeups { get }

    /// True when several servers may use it at once: what one of them counts in its memory isn't all that there is then.
    var isShared: Bool { get }

    /// Runs `body` on one unchanging state of the database, which has in it every write acknowledged before.
    ///
    /// - Throws: the errors of `body`, a ``DatabaseError``, or `CancellationError` when the task is cancelled before
    ///   `body` has begun.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Value
    ) async throws -> Value

    /// Works like ``read(_:)``, for a body that looks up a few rows by their keys and nothing more: it may run at once on the calling
    /// thread, which waits meanwhile.
    func lookUp<Value: Sendable>(
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Value
    ) async throws -> Value

    /// Runs `body`, and returns when its effect is safely on disk. When `body` throws, nothing of it remains. The body is a function of its
    /// transaction: it has no other effect, changes nothing that it captures, and may be run again after a first run that left no trace.
    ///
    /// An engine may run several at the same time, each of whose statements sees what others have committed by then. So a body takes hold of
    /// what it counts, orders, or changes by what it has read of it: ``WriteTransaction/hold(_:)`` for a name, `keeping:` for rows.
    ///
    /// - Throws: as ``read(_:)``. A write whose task is cancelled after `body` has begun is carried out.
    @discardableResult
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Value
    ) async throws -> Value

    /// Works like ``write(_:)``, and hands what `body` gave to `prepare` while the disk is waited for: work on an answer that takes time, such as
    /// a signature. Nothing of it comes back before the effect is safely on disk. `prepare` has no effect of its own; it may run without
    /// one of the body's, when the commit fails.
    ///
    /// - Throws: as ``write(_:)``, and what `prepare` throws; the effect stays then.
    func write<Value: Sendable, Prepared: Sendable>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Value,
        preparing prepare: @escaping @Sendable (Value) throws -> Prepared
    ) async throws -> Prepared

    /// Tells a process if a kind of work is its own at present, of all processes that share the database. When it ends, another gets the work within
    /// seconds of asking.
    ///
    /// - Throws: ``DatabaseError``.
    func leads(_ work: BackgroundWork) async throws -> Bool

    /// Makes parts of a table for the rows to come, and removes those whose rows are all below a number, where the engine keeps the table in
    /// parts; else it does nothing. What it leaves of these rows is for the caller to delete.
    ///
    /// - Throws: ``DatabaseError``.
    func tend(_ table: PartitionedTable, from first: Int64) async throws

    /// Finishes what was asked for before, then closes; whatever comes later throws ``DatabaseError/Code/closed``.
    func close() async throws
}

extension Database {
    public func leads(_ work: BackgroundWork) async throws -> Bool { true }

    public func tend(_ table: PartitionedTable, from first: Int64) async throws {}

    public func lookUp<Value: Sendable>(
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Value
    ) async throws -> Value { try await read(body) }

    public func write<Value: Sendable, Prepared: Sendable>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Value,
        preparing prepare: @escaping @Sendable (Value) throws -> Prepared
    ) async throws -> Prepared { try prepare(try await write(body)) }
}
