internal import CoreMetrics
internal import Synchronization
internal import Telemetry

/// The distribution of values, in cumulative buckets.
final class HistogramSeries: MetricSeries, TimerHandler, RecorderHandler {
    /// The bounds of the buckets, from half a millisecond, a step of a journey, to ten seconds, in seconds.
    static let durations = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
    /// Sizes and counts.
    static let magnitudes: [Double] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000]

    private struct State {
        var counts: [Int]
        var sum = 0.0
    }

    private let bounds: [Double]
    private let state: Mutex<State>

    init(bounds: [Double]) {
        self.bounds = bounds
        state = Mutex(State(counts: Array(repeating: 0, count: bounds.count + 1)))
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        let bucket = bounds.firstIndex { value <= $0 } ?? bounds.count
        state.withLock { state in
            state.counts[bucket] += 1
            state.sum += value
        }
    }

    var value: MeasuredMetric.Value {
        let state = state.withLock { $0 }
        return .distribution(bounds: bounds, counts: state.counts, sum: state.sum)
    }

    var samples: [MetricSample] {
        let state = state.withLock { $0 }
        var total = 0
        let buckets = zip(bounds.map { "\($0)" } + ["+Inf"], state.counts).map { bound, count in
            total += count
            return MetricSample(suffix: "_bucket", labels: [MetricLabel(name: "le", value: bound)], value: Double(total))
        }
        return buckets + [MetricSample(suffix: "_sum", value: state.sum), MetricSample(suffix: "_count", value: Double(total))]
    }
}
