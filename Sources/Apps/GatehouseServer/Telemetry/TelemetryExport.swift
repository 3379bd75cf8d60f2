internal import Logging
internal import ServiceLifecycle
internal import Synchronization
internal import Telemetry
internal import Tracing
import Primitives

/// Sends traces and metrics to a collector while the server runs, and what is left when it stops. No request waits for it.
final class TelemetryExport: Service {
    /// The time after which spans are sent that are no full batch.
    private static let pause = Duration.seconds(5)
    /// The number of looks meanwhile whether there is a batch.
    private static let looks = 20
    /// The time for what is left when the server stops.
    private static let farewell = Duration.seconds(5)

    private let queue: SpanQueue
    private let sender: TelemetrySender
    private let resource: TelemetryResource
    private let interval: Duration
    private let metrics: @Sendable () -> [MeasuredMetric]
    private let started = DefaultTracerClock.now.nanosecondsSinceEpoch
    private let logger: Logger
    /// The spans that are under way.
    private let pending = Mutex<[FinishedSpan]>([])
    /// The last complaint about a collector, which isn't repeated while it stays the same.
    private let complaint = Mutex<String?>(nil)

    init(
        _ queue: SpanQueue, by sender: TelemetrySender, of resource: TelemetryResource, every interval: Duration,
        metrics: @escaping @Sendable () -> [MeasuredMetric], logger: Logger
    ) {
        self.queue = queue
        self.sender = sender
        self.resource = resource
        self.interval = interval
        self.metrics = metrics
        self.logger = logger
    }

    func run() async throws {
        try? await cancelWhenGracefulShutdown { [self] in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await self.sendTraces() }
                group.addTask { try await self.sendMetrics() }
                try await group.waitForAll()
            }
        }
        // Also when the task is cancelled, as in a server that is a part of another program.
        await Task { await sayFarewell() }.value
    }

    private func sendTraces() async throws {
        while true {
            try await waitForSpans()
            while queue.count > 0 {
                let spans = queue.take()
                pending.withLock { $0 = spans }
                tell(.traces, try await sender.send(OTLP.traces(spans, of: resource), of: spans.count, .traces))
                pending.withLock { $0 = [] }
                if queue.count < SpanQueue.batch { break }
            }
        }
    }

    /// Waits for a batch, or for the pause. Sleeping ends with an error when the server stops.
    private func waitForSpans() async throws {
        for _ in 0..<Self.looks where queue.count < SpanQueue.batch { try await Task.sleep(for: Self.pause / Self.looks) }
    }

    private func sendMetrics() async throws {
        while true {
            // Sleeping ends with an error when the server stops, and that ends the loop.
            try await Task.sleep(for: interval)
            try await sendMetricsOnce(patience: .init(tries: 3))
        }
    }

    private func sendMetricsOnce(patience: TelemetrySender.Patience) async throws(CancellationError) {
        let measured = metrics()
        let body = OTLP.metrics(measured, from: started, at: DefaultTracerClock.now.nanosecondsSinceEpoch, of: resource)
        tell(.metrics, try await sender.send(body, of: measured.reduce(0) { $0 + $1.points.count }, .metrics, patience: patience))
    }

    /// Sends what is left, each thing twice at most, within a few seconds.
    private func sayFarewell() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                var spans = pending.withLock { $0 }
                if spans.isEmpty { spans = queue.take() }
                while !spans.isEmpty {
                    guard let result = try? await sender.send(OTLP.traces(spans, of: resource), of: spans.count, .traces, patience: .short)
                    else {
                        return
                    }
                    tell(.traces, result)
                    spans = queue.take()
                }
                try? await sendMetricsOnce(patience: .short)
            }
            group.addTask { try? await Task.sleep(for: Self.farewell) }
            await group.next()
            group.cancelAll()
        }
    }

    private func tell(_ signal: TelemetrySignal, _ reason: String?) {
        let text = reason.map { "\(signal.rawValue): \($0)" }
        let isNew = complaint.withLock { last in
            defer { last = text }
            return last != text
        }
        guard isNew, let reason else { return }
        logger.warning("a collector did not take what was sent", metadata: ["signal": "\(signal.rawValue)", "reason": "\(reason)"])
    }
}
