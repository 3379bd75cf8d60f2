import CoreMetrics
import JourneyMessages
import MetricsTestKit
import Primitives
import Testing

@testable import JourneyEngine

@Suite("Nodes that measure")
struct MeasureTests {
    private typealias Node = NodeTrial.Node

    @Test("a meter counts under its key")
    func meter() async throws {
        let (metrics, trial) = (TestMetrics(), try await NodeTrial())
        _ = try await withMetricsFactory(metrics) { try await trial.step("meter", ["metricKey": "logins"], isProven: false) }
        let counter = try metrics.expectCounter("journey_meter_total", [("realm", "/alpha"), ("key", "logins")])
        #expect(counter.values == [1])
    }

    @Test(
        "a timer runs between the nodes that name the same key of the state, and not otherwise",
        arguments: [("began", "began", true), ("began", "TimerNodeStartTime", false), ("TimerNodeStartTime", "began", false)])
    func timer(_ start: String, _ stop: String, _ isMeasured: Bool) async throws {
        let (metrics, trial) = (TestMetrics(), try await NodeTrial())
        let step = try await trial.step(
            [
                Node("timerStart", ["startTimeProperty": .string(start)]), Node("message"),
                Node("timerStop", ["startTimeProperty": .string(stop), "metricKey": "reading"]),
            ], isProven: false)
        #expect(try trial.harness.state(of: step).shared[start]?.integer != nil)
        trial.harness.time.advance(by: 2)
        _ = try await withMetricsFactory(metrics) { try await trial.harness.send(step, nil, 0) }
        let dimensions = [("realm", "/alpha"), ("key", "reading")]
        let measured = try? metrics.expectTimer("journey_timer_seconds", dimensions).values
        #expect(measured == (isMeasured ? [2_000_000_000] : nil))
    }
}
