import CoreMetrics
import Testing

@testable import GatehouseServer

@Suite("Metrics in the text format of Prometheus")
struct MetricRegistryTests {
    private let registry = MetricRegistry()
    private var factory: PrometheusFactory { PrometheusFactory(registry: registry) }

    @Test("a counter counts, by its labels")
    func counter() {
        factory.makeCounter(label: "logins", dimensions: [("realm", "alpha")]).increment(by: 2)
        factory.makeCounter(label: "logins", dimensions: [("realm", "beta")]).increment(by: 1)
        factory.makeCounter(label: "logins", dimensions: [("realm", "alpha")]).increment(by: 1)
        #expect(registry.text == "# TYPE logins_total counter\nlogins_total{realm=\"alpha\"} 3\nlogins_total{realm=\"beta\"} 1\n")
    }

    @Test("a meter goes up and down")
    func meter() {
        let meter = factory.makeMeter(label: "queue.length", dimensions: [])
        meter.set(Int64(5))
        meter.decrement(by: 1.5)
        #expect(registry.text == "# TYPE queue_length gauge\nqueue_length 3.5\n")
    }

    @Test("a timer becomes a histogram of seconds, whose buckets add up")
    func timer() {
        let timer = factory.makeTimer(label: "http", dimensions: [])
        for milliseconds in [1, 3, 3, 20_000] as [Int64] { timer.recordNanoseconds(milliseconds * 1_000_000) }
        let lines = registry.text.split(separator: "\n").map(String.init)
        #expect(lines.first == "# TYPE http_seconds histogram")
        #expect(lines.contains("http_seconds_bucket{le=\"0.001\"} 1"))
        #expect(lines.contains("http_seconds_bucket{le=\"0.005\"} 3"))
        #expect(lines.contains("http_seconds_bucket{le=\"10.0\"} 3"))
        #expect(lines.contains("http_seconds_bucket{le=\"+Inf\"} 4"))
        #expect(lines.contains("http_seconds_count 4"))
        #expect(lines.contains("http_seconds_sum 20.007"))
    }

    @Test("a recorder is a histogram, or a gauge when it doesn't aggregate")
    func recorder() {
        factory.makeRecorder(label: "size", dimensions: [], aggregate: true).record(Int64(7))
        factory.makeRecorder(label: "level", dimensions: [], aggregate: false).record(2.5)
        #expect(registry.text.contains("size_bucket{le=\"10.0\"} 1\n"))
        #expect(registry.text.contains("# TYPE level gauge\nlevel 2.5\n"))
    }

    @Test("made-up label values can't fill the memory: past the limit they are counted together")
    func bounded() {
        for value in 0..<(MetricRegistry.seriesLimit + 50) {
            factory.makeCounter(label: "requests", dimensions: [("path", "\(value)")]).increment(by: 1)
        }
        let lines = registry.text.split(separator: "\n")
        #expect(lines.count == MetricRegistry.seriesLimit + 2)
        #expect(lines.contains("requests_total{overflow=\"true\"} 50"))
    }

    @Test("label values are escaped, names made possible")
    func escaping() {
        factory.makeCounter(label: "9 lives", dimensions: [("a-b", "say \"hi\"\\\n")]).increment(by: 1)
        #expect(registry.text.contains("_9_lives_total{a_b=\"say \\\"hi\\\"\\\\\\n\"} 1\n"))
    }

    @Test("a metric that is destroyed is gone")
    func destroyed() {
        let counter = factory.makeCounter(label: "logins", dimensions: [])
        factory.destroyCounter(counter)
        #expect(registry.text.isEmpty)
    }
}
