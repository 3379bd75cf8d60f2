internal import Store
internal import Telemetry
internal import Tracing
import Primitives

/// A database whose reads and writes, and each statement in them, are spans within the request that they are for.
struct TracedDatabase: Database {
    let base: any Database
    let tracer: SpanTracer
    /// The engine's name, as OpenTelemetry's conventions have it.
    let system: String

    var wakeups: any Wakeups { base.wakeups }
    var isShared: Bool { base.isShared }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Value) async throws -> Value {
        guard let span = begin("read") else { return try await base.read(body) }
        defer { span.end() }
        return try await base.read { [statements = statements(span)] in try body(TracedReading(base: $0, statements: statements)) }
    }

    func lookUp<Value: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Value) async throws -> Value {
        guard let span = begin("lookup") else { return try await base.lookUp(body) }
        defer { span.end() }
        return try await base.lookUp { [statements = statements(span)] in try body(TracedReading(base: $0, statements: statements)) }
    }

    @discardableResult
    func write<Value: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Value) async throws -> Value {
        guard let span = begin("write") else { return try await base.write(body) }
        defer { span.end() }
        return try await base.write { [statements = statements(span)] in try body(TracedWriting(base: $0, statements: statements)) }
    }

    func write<Value: Sendable, Prepared: Sendable>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Value,
        preparing prepare: @escaping @Sendable (Value) throws -> Prepared
    ) async throws -> Prepared {
        guard let span = begin("write") else { return try await base.write(body, preparing: prepare) }
        defer { span.end() }
        return try await base.write(
            { [statements = statements(span)] in try body(TracedWriting(base: $0, statements: statements)) }, preparing: prepare)
    }

    func leads(_ work: BackgroundWork) async throws -> Bool { try await base.leads(work) }

    func tend(_ table: PartitionedTable, from first: Int64) async throws { try await base.tend(table, from: first) }

    func close() async throws { try await base.close() }

    private func begin(_ kind: String) -> RecordedSpan? {
        SpanTracer.recordedContext.map { tracer.startSpan("database \(kind)", context: $0) }
    }

    private func statements(_ span: RecordedSpan) -> StatementSpans {
        StatementSpans(tracer: tracer, context: span.context, system: system)
    }
}
