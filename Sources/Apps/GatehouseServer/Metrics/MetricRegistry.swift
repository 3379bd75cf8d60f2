internal import Primitives
internal import Synchronization
internal import Telemetry

/// All metrics of the process, by name and labels.
///
/// A name has at most so many sets of labels; further ones are counted together under `overflow="true"`, so that no caller
/// can fill the memory by making up label values.
final class MetricRegistry: Sendable {
    static let seriesLimit = 200

    /// The exposition format's names for the kinds.
    enum Kind: String {
        case counter, gauge, histogram

        /// The same for a collector.
        var measured: MeasuredMetric.Kind {
            switch self {
            case .counter: .sum
            case .gauge: .gauge
            case .histogram: .histogram
            }
        }
    }

    private struct Family {
        let kind: Kind
        var series: [[MetricLabel]: any MetricSeries] = [:]
    }

    private let families = Mutex<[String: Family]>([:])

    /// The series of a name and labels, made when it is asked for first.
    ///
    /// If one name is registered with two kinds, the first wins, and the other isn't shown.
    func series<Series: MetricSeries>(
        _ name: String, _ kind: Kind, _ labels: [MetricLabel], make: @Sendable () -> Series
    ) -> Series {
        families.withLock { families in
            var family = families[name] ?? Family(kind: kind)
            let labels = family.series[labels] == nil && family.series.count >= Self.seriesLimit ? Self.overflow : labels
            if let known = family.series[labels] { return known as? Series ?? make() }
            let made = make()
            family.series[labels] = made
            families[name] = family
            return made
        }
    }

    /// Forgets a series.
    func remove(_ series: any MetricSeries) {
        families.withLock { families in
            for (name, family) in families {
                families[name]?.series = family.series.filter { $0.value !== series }
            }
        }
    }

    /// All metrics as they are sent to a collector.
    var measured: [MeasuredMetric] {
        families.withLock { $0 }.sorted { $0.key < $1.key }.filter { !$0.value.series.isEmpty }.map { name, family in
            MeasuredMetric(
                name: name, kind: family.kind.measured,
                points: family.series.map { labels, series in
                    MeasuredMetric.Point(labels: labels.map { ($0.name, $0.value) }, value: series.value)
                })
        }
    }

    /// All metrics in the text format of Prometheus, version 0.0.4.
    var text: String {
        let families = families.withLock { $0 }.sorted { $0.key < $1.key }
        var text = ""
        for (name, family) in families where !family.series.isEmpty {
            text += "# TYPE \(name) \(family.kind.rawValue)\n"
            for (labels, series) in family.series.sorted(by: { PrometheusText.labels($0.key) < PrometheusText.labels($1.key) }) {
                for sample in series.samples { text += PrometheusText.line(name, labels, sample) }
            }
        }
        return text
    }

    private static let overflow = [MetricLabel(name: "overflow", value: "true")]
}
