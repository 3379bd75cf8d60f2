internal import CoreMetrics
internal import Primitives
internal import Synchronization
internal import Telemetry

/// One line of the metrics, or one histogram: what a set of labels has counted.
protocol MetricSeries: AnyObject, Sendable {
    /// Its samples: what to append to the name, further labels, and the value.
    var samples: [MetricSample] { get }
    /// The same as one value.
    var value: MeasuredMetric.Value { get }
}

extension MetricSeries {
    var value: MeasuredMetric.Value { .number(samples.first?.value ?? 0) }
}

/// One number of a series.
struct MetricSample {
    var suffix = ""
    var labels: [MetricLabel] = []
    let value: Double
}

/// A label and its value.
struct MetricLabel: Hashable {
    let name: String
    let value: String
}

/// A number that only grows.
final class CounterSeries: MetricSeries, CounterHandler {
    private let count = Atomic<Int64>(0)

    func increment(by amount: Int64) { count.add(amount, ordering: .relaxed) }
    func reset() { count.store(0, ordering: .relaxed) }

    var samples: [MetricSample] { [MetricSample(value: Double(count.load(ordering: .relaxed)))] }
}

/// A number that goes up and down.
final class GaugeSeries: MetricSeries, RecorderHandler, MeterHandler {
    private let current = Mutex<Double>(0)

    func record(_ value: Int64) { set(Double(value)) }
    func record(_ value: Double) { set(value) }
    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { current.withLock { $0 = value } }
    func increment(by amount: Double) { current.withLock { $0 += amount } }
    func decrement(by amount: Double) { current.withLock { $0 -= amount } }

    var samples: [MetricSample] { [MetricSample(value: current.withLock { $0 })] }
}
