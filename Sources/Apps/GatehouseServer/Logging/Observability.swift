internal import Foundation
internal import CoreMetrics
internal import Logging
internal import Primitives

/// The process's one log and one metrics backend, which swift-log and swift-metrics hold for every library in it.
package enum Observability {
    /// Sends every log to standard error as configured, and every metric to `/metrics`. To be called once, by the program.
    package static func bootstrap(_ configuration: ServerConfiguration) {
        let (level, format) = (configuration.logLevel.level, configuration.logFormat)
        LoggingSystem.bootstrap { label in
            var handler = handler(label, format)
            handler.logLevel = level
            return handler
        }
        MetricsSystem.bootstrap(PrometheusFactory(registry: registry))
    }

    /// swift-metrics keeps one factory for the process, and so there is one registry behind it.
    static let registry = MetricRegistry()

    private static func handler(_ label: String, _ format: LogFormat) -> any LogHandler {
        switch format {
        case .text: TextLogHandler(.standardError(label: label))
        case .json:
            JSONLogHandler(label: label, now: { SystemTime().now }) { FileHandle.standardError.write(Data($0)) }
        }
    }
}
