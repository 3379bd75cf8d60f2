package import Primitives
package import Tracing

/// Makes the spans of a server and hands those that are sampled to a queue.
///
/// It is handed to what makes spans, and isn't the process's one tracer: libraries that make spans of their own put paths and addresses into them.
package final class SpanTracer: Tracer {
    /// Its spans.
    package typealias Span = RecordedSpan

    private static let parentHeader = "traceparent"
    private static let stateHeader = "tracestate"

    private let sampler: Sampler
    private let queue: SpanQueue
    private let random: any RandomSource

    package init(_ sampler: Sampler, to queue: SpanQueue, random: any RandomSource = SystemRandom()) {
        self.sampler = sampler
        self.queue = queue
        self.random = random
    }

    /// Begins a span within the one of a context.
    package func startSpan<Instant: TracerInstant>(
        _ operationName: String, context: @autoclosure () -> InstrumentationContext, ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant,
        function: String, file fileID: String, line: UInt
    ) -> RecordedSpan {
        var context = context()
        let parent = context[TraceContextKey.self]
        let trace = parent?.trace ?? random.bytes(16)
        let place = TraceContext(trace: trace, span: random.bytes(8), isSampled: isSampled(trace, below: parent), state: parent?.state)
        context[TraceContextKey.self] = place
        context[SpanTracerKey.self] = self
        return RecordedSpan(
            operationName, at: place, in: context, .init(parent: parent?.span, kind: kind, start: instant().nanosecondsSinceEpoch),
            to: queue)
    }

    /// A span goes with the one within which it is. Of another process's traces as many are recorded as of our own: a caller may have fewer, by
    /// its flag, but not more.
    private func isSampled(_ trace: [UInt8], below parent: TraceContext?) -> Bool {
        guard let parent, !parent.isRemote else { return parent?.isSampled ?? true && sampler.takes(trace) }
        return parent.isSampled
    }

    /// Begins a span within the one of the task, by the same tracer; nil when there is nothing to record below it. The caller ends it.
    package static func begin(_ name: String) -> RecordedSpan? {
        guard let context = recordedContext, let tracer = context[SpanTracerKey.self] else { return nil }
        return tracer.startSpan(name, context: context)
    }

    /// The context of the task, when its spans are recorded; nil when there is nothing to record below it.
    package static var recordedContext: InstrumentationContext? {
        guard let context = InstrumentationContext.current, context[TraceContextKey.self]?.isSampled == true else { return nil }
        return context
    }

    /// Reads the headers of a request into a context.
    package func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout InstrumentationContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {
        guard let parent = extractor.extract(key: Self.parentHeader, from: carrier) else { return }
        context[TraceContextKey.self] = TraceContext(parent: parent, state: extractor.extract(key: Self.stateHeader, from: carrier))
    }

    /// Writes a context into the headers of a request.
    package func inject<Carrier, Inject: Injector>(
        _ context: InstrumentationContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {
        guard let place = context[TraceContextKey.self] else { return }
        injector.inject(place.parent, forKey: Self.parentHeader, into: &carrier)
        if let state = place.state { injector.inject(state, forKey: Self.stateHeader, into: &carrier) }
    }

    /// Does nothing: the queue is emptied by what sends it.
    @available(*, deprecated)
    package func forceFlush() {}
}
