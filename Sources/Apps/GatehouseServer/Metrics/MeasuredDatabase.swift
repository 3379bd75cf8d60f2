internal import Metrics
internal import Store
import Primitives

/// A database whose reads and writes are timed, with the time that they wait for their turn. Lookups aren't: they are shorter than a look at the clock.
struct MeasuredDatabase: Database {
    let base: any Database
    private let reads = Metrics.Timer(label: "database_seconds", dimensions: [("access", "read")])
    private let writes = Metrics.Timer(label: "database_seconds", dimensions: [("access", "write")])

    init(_ base: any Database) { self.base = base }

    var wakeups: any Wakeups { base.wakeups }
    var isShared: Bool { base.isShared }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Value) async throws -> Value {
        let begun = ContinuousClock.now
        defer { reads.record(since: begun) }
        return try await base.read(body)
    }

    func lookUp<Value: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Value) async throws -> Value {
        try await base.lookUp(body)
    }

    @discardableResult
    func write<Value: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Value) async throws -> Value {
        let begun = ContinuousClock.now
        defer { writes.record(since: begun) }
        return try await base.write(body)
    }

    func write<Value: Sendable, Prepared: Sendable>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Value,
        preparing prepare: @escaping @Sendable (Value) throws -> Prepared
    ) async throws -> Prepared {
        let begun = ContinuousClock.now
        defer { writes.record(since: begun) }
        return try await base.write(body, preparing: prepare)
    }

    func leads(_ work: BackgroundWork) async throws -> Bool { try await base.leads(work) }

    func tend(_ table: PartitionedTable, from first: Int64) async throws { try await base.tend(table, from: first) }

    func close() async throws { try await base.close() }
}

extension Metrics.Timer {
    fileprivate func record(since begun: ContinuousClock.Instant) { recordNanoseconds(begun.duration(to: .now).wholeNanoseconds) }
}
