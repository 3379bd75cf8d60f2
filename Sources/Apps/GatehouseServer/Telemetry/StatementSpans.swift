internal import Store
internal import Synchronization
internal import Telemetry
internal import Tracing
import Primitives

/// Makes a span of each statement of a transaction, under its short name and without its values.
struct StatementSpans: Sendable {
    let tracer: SpanTracer
    /// The span of the transaction.
    let context: InstrumentationContext
    let system: String

    /// The names of statements that are literals, by their places in the program.
    private static let names = Mutex<[UInt: String]>([:])

    /// Runs a statement within a span.
    func run<Value>(_ sql: SQL, _ body: () throws(DatabaseError) -> Value) throws(DatabaseError) -> Value {
        let name = Self.name(of: sql)
        let span = tracer.startSpan(name, context: context, ofKind: .client)
        span.attributes = ["db.system.name": .string(system), "db.query.summary": .string(name)]
        defer { span.end() }
        do throws(DatabaseError) { return try body() } catch {
            span.recordError(error)
            span.setStatus(SpanStatus(code: .error))
            throw error
        }
    }

    private static func name(of sql: SQL) -> String {
        guard let address = sql.address else { return StatementSummary.of(sql.text) }
        if let known = names.withLock({ $0[address] }) { return known }
        let name = StatementSummary.of(sql.text)
        names.withLock { $0[address] = name }
        return name
    }
}
