import Foundation
import Metrics
import Primitives

/// Measures the time since a Timer Start, among the server's metrics; nothing when there was none.
struct TimerStop: JourneyNode {
    static let type = NodeType("TimerStopNode", alias: "timerStop", title: "Timer Stop", "Measures the time since a Timer Start.")
    static let settings = [
        NodeSetting<Self>("startTimeProperty", \.key, "Where in the state the time is."),
        NodeSetting<Self>("metricKey", \.metric, required: true, "What is measured."),
    ]
    static let standardKey = "TimerNodeStartTime"

    var key = standardKey
    var metric = ""

    var objections: [SettingObjection] { StateKey.objections(key, in: "startTimeProperty") + MetricKey.objections(metric) }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        if let start = turn.state.shared[key]?.integer {
            let milliseconds = max(0, Int64(turn.now.timeIntervalSince1970 * 1000) - start)
            let timer = Metrics.Timer(label: "journey_timer_seconds", dimensions: MetricKey.dimensions(metric, turn))
            timer.recordMilliseconds(milliseconds)
        }
        return .outcome(Outcome.only)
    }
}
