internal import Metrics
import Primitives
internal import Synchronization

/// The spans that wait to be sent: so many at the most. A span for which there is no room is counted and forgotten, so that no request waits for a
/// collector.
package final class SpanQueue: Sendable {
    private struct State: Sendable {
        var spans: [FinishedSpan] = []
        var dropped = 0
    }

    /// The spans of one request to a collector, and the number that has them sent before their time.
    package static let batch = 512

    private let capacity: Int
    private let state = Mutex(State())

    /// - Parameter capacity: the spans that wait at the most.
    package init(capacity: Int = 8192) { self.capacity = capacity }

    /// The number of spans that wait.
    package var count: Int { state.withLock { $0.spans.count } }

    /// The number of spans for which there was no room.
    package var dropped: Int { state.withLock { $0.dropped } }

    func add(_ span: FinishedSpan) {
        let hasRoom = state.withLock { state in
            guard state.spans.count < capacity else {
                state.dropped += 1
                return false
            }
            state.spans.append(span)
            return true
        }
        if !hasRoom { TelemetryCounts.count(1, of: .traces, .dropped) }
    }

    /// Takes the oldest spans, a batch at the most.
    package func take() -> [FinishedSpan] {
        state.withLock { state in
            let taken = Array(state.spans.prefix(Self.batch))
            state.spans.removeFirst(taken.count)
            return taken
        }
    }
}
