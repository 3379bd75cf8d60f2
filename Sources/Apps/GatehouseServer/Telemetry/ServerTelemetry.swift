internal import Logging
internal import Telemetry
import Primitives

/// The part of a server that serves its collector: the queue of spans, the tracer that fills it, and the connections.
struct ServerTelemetry: Sendable {
    let tracer: SpanTracer
    private let queue = SpanQueue()
    private let client: CollectorClient
    private let settings: TelemetrySettings
    private let resource: TelemetryResource
    private let random: any RandomSource

    /// Returns nil where no collector is configured.
    ///
    /// - Throws: `ServerError.badFile` for files that can't be read.
    init?(_ configuration: ServerConfiguration, _ random: any RandomSource) throws(ServerError) {
        guard let settings = configuration.telemetry else { return nil }
        self.settings = settings
        self.random = random
        client = try CollectorClient(settings, authorities: configuration.outboundAuthorities)
        tracer = SpanTracer(Sampler(ratio: settings.sampling), to: queue, random: random)
        resource = TelemetryResource(version: ServerVersion.text, node: configuration.node)
    }

    /// The service that sends while the server runs.
    func export(process: ProcessMetrics, logger: Logger) -> TelemetryExport {
        TelemetryExport(
            queue, by: TelemetrySender(client, random: random), of: resource, every: .seconds(settings.interval),
            metrics: { Observability.registry.measured + process.measured }, logger: logger)
    }

    /// Closes the connections.
    func close() async { await client.close() }
}
