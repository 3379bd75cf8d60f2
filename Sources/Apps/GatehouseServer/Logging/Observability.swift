internal import Foundation
internal import CoreMetrics
internal import Metrics
internal import Logging
internal import Primitives
internal import Synchronization

/// The process's one log and one metrics backend, which swift-log and swift-metrics hold for every library in it.
package enum Observability {
    /// Sends every log to standard error as configured, and every metric to `/metrics`. To be called once, by the program.
    package static func bootstrap(_ configuration: ServerConfiguration) {
        let (format, node) = (configuration.logFormat, configuration.node)
        let shown = format == .json || configuration.isOneOfSeveral ? node : nil
        setLevel(configuration.logLevel)
        LoggingSystem.bootstrap { handler($0, format, shown) }
        MetricsSystem.bootstrap(PrometheusFactory(registry: registry))
        let engine = configuration.database == nil ? "sqlite" : "postgres"
        let dimensions = [("node", node), ("version", ServerVersion.text), ("engine", engine)]
        Gauge(label: "gatehouse_node_info", dimensions: dimensions).record(1)
    }

    /// Has every log that has no level of its own begin at a level.
    static func setLevel(_ level: LogLevel) {
        least.store(LogLevel.allCases.firstIndex(of: level) ?? 0, ordering: .relaxed)
    }

    /// The level from which on is logged.
    static var level: Logger.Level { LogLevel.allCases[least.load(ordering: .relaxed)].level }

    private static let least = Atomic(LogLevel.allCases.firstIndex(of: ServerSettings().logLevel) ?? 0)

    /// swift-metrics keeps one factory for the process, and so there is one registry behind it.
    static let registry = MetricRegistry()

    /// - Parameter node: the name of the node that each line tells; nil for none.
    private static func handler(_ label: String, _ format: LogFormat, _ node: String?) -> any LogHandler {
        switch format {
        case .text: TextLogHandler(.standardError(label: label), node: node)
        case .json:
            JSONLogHandler(label: label, node: node, now: { SystemTime().now }) { FileHandle.standardError.write(Data($0)) }
        }
    }
}
