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

    package let context: InstrumentationContext
    package let isRecording: Bool
    private let place: TraceContext
    private let parent: [UInt8]?
    private let kind: SpanKind
    private let start: UInt64
    private let queue: SpanQueue
    private let state: Mutex<State>

    init(
        _ name: String, at place: TraceContext, in context: InstrumentationContext, parent: [UInt8]?, kind: SpanKind, start: UInt64,
        to queue: SpanQueue
    ) {
        self.place = place
        self.context = context
        self.parent = parent
        self.kind = kind
        self.start = start
        self.queue = queue
        isRecording = place.isSampled
        state = Mutex(State(name: name))
    }

    package var operationName: String {
        get { state.withLock { $0.name } }
        set { state.withLock { $0.name = newValue } }
    }

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
                context: place, parent: parent, name: ended.name, kind: kind, start: start, end: max(start, end),
                attributes: ended.attributes, hasFailed: ended.hasFailed))
    }
}
