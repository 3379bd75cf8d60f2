import Primitives
internal import Synchronization
package import Tracing

/// A span of a ``SpanTracer``. One that isn't sampled only has its place in the trace.
package final class RecordedSpan: Span {
    private struct State: Sendable {
        var name: String
        var attributes: SpanAttributes = [:]
        var hasFailed = false
        var hasEnded = false
    }

    /// The beginning of a span.
    struct Beginning: Sendable {
        /// The id of the span within which it is; nil for the first of a trace.
        let parent: [UInt8]?
        let kind: SpanKind
        /// Nanoseconds since 1970.
        let start: UInt64
    }

    /// The context of what is done within the span.
    package let context: InstrumentationContext
    private let place: TraceContext
    private let beginning: Beginning
    private let queue: SpanQueue
    private let state: Mutex<State>

    init(_ name: String, at place: TraceContext, in context: InstrumentationContext, _ beginning: Beginning, to queue: SpanQueue) {
        self.place = place
        self.context = context
        self.beginning = beginning
        self.queue = queue
        state = Mutex(State(name: name))
    }

    /// True when it is sent to the collector.
    package var isRecording: Bool { place.isSampled }

    /// The name.
    package var operationName: String {
        get { state.withLock { $0.name } }
        set { state.withLock { $0.name = newValue } }
    }

    /// The attributes; others than those of ``SpanRules`` are left out.
    package var attributes: SpanAttributes {
        get { state.withLock { $0.attributes } }
        set {
            guard isRecording else { return }
            var kept: SpanAttributes = [:]
            newValue.forEach { name, value in if SpanRules.attributes[name] != nil { kept.set(name, value: value) } }
            state.withLock { [kept] in $0.attributes = kept }
        }
    }

    /// Notes a failure; its message isn't kept, as it may tell anything.
    package func setStatus(_ status: SpanStatus) { state.withLock { $0.hasFailed = status.code == .error } }

    /// Does nothing: the server has no events.
    package func addEvent(_ event: SpanEvent) {}

    /// Does nothing: the server links no spans.
    package func addLink(_ link: SpanLink) {}

    /// Notes the type of an error, and nothing that it says.
    package func recordError<Instant: TracerInstant>(_ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant)
    {
        updateAttributes { $0.set("error.type", value: .string("\(type(of: error))")) }
    }

    /// Hands the span to the queue, the first time.
    package func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
        guard isRecording else { return }
        let end = instant().nanosecondsSinceEpoch
        let ended = state.withLock { state -> State? in
            guard !state.hasEnded else { return nil }
            state.hasEnded = true
            return state
        }
        guard let ended else { return }
        queue.add(
            FinishedSpan(
                context: place, parent: beginning.parent, name: ended.name, kind: beginning.kind, start: beginning.start,
                end: max(beginning.start, end),
                attributes: ended.attributes, hasFailed: ended.hasFailed))
    }
}
