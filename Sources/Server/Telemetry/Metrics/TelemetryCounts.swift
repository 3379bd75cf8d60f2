internal import Metrics
import Primitives

/// The kind of what is sent to a collector.
package enum TelemetrySignal: String, Sendable {
    case traces, metrics

    /// The path below the collector's address (OTLP/HTTP).
    package var path: String { "/v1/\(rawValue)" }
}

/// Counts what became of spans and numbers that were to be sent.
package enum TelemetryCounts {
    /// The fate of a span, or of a number.
    package enum Outcome: String, Sendable {
        case exported
        /// The collector took the request, but not all that was in it.
        case rejected
        /// There was no room, or the collector took it at no try.
        case dropped
    }

    /// Adds to the count of a fate.
    package static func count(_ items: Int, of signal: TelemetrySignal, _ outcome: Outcome) {
        guard items > 0 else { return }
        Counter(label: "otlp_items_total", dimensions: [("signal", signal.rawValue), ("outcome", outcome.rawValue)]).increment(by: items)
    }
}
