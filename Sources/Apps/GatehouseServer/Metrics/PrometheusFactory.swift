internal import CoreMetrics
internal import Primitives

/// The destination of swift-metrics' counters, meters, recorders and timers. A timer becomes a histogram of seconds.
struct PrometheusFactory: MetricsFactory {
    let registry: MetricRegistry

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        registry.series(named(label, "_total"), .counter, labels(dimensions)) { CounterSeries() }
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        registry.series(named(label), .gauge, labels(dimensions)) { GaugeSeries() }
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        guard aggregate else { return registry.series(named(label), .gauge, labels(dimensions)) { GaugeSeries() } }
        return registry.series(named(label), .histogram, labels(dimensions)) { HistogramSeries(bounds: HistogramSeries.magnitudes) }
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        registry.series(named(label, "_seconds"), .histogram, labels(dimensions)) {
            HistogramSeries(bounds: HistogramSeries.durations)
        }
    }

    func destroyCounter(_ handler: any CounterHandler) { destroy(handler) }
    func destroyMeter(_ handler: any MeterHandler) { destroy(handler) }
    func destroyRecorder(_ handler: any RecorderHandler) { destroy(handler) }
    func destroyTimer(_ handler: any TimerHandler) { destroy(handler) }

    private func destroy(_ handler: any Sendable) {
        if let series = handler as? any MetricSeries { registry.remove(series) }
    }

    private func named(_ label: String, _ unit: String = "") -> String {
        let name = PrometheusText.name(label)
        return name.hasSuffix(unit) ? name : name + unit
    }

    private func labels(_ dimensions: [(String, String)]) -> [MetricLabel] {
        dimensions.map { MetricLabel(name: PrometheusText.name($0.0), value: $0.1) }
    }
}
