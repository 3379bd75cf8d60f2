internal import Instrumentation
import Primitives

/// The key under which a task's context has the tracer of its span.
enum SpanTracerKey: InstrumentationContextKey {
    typealias Value = SpanTracer
}
