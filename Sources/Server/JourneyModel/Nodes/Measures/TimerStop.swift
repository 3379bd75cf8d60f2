import Primitives

/// Measures the time since a Timer Start, among the server's metrics; nothing when there was none.
package struct TimerStop: NodeDeclaration {
    package static let type = NodeType("TimerStopNode", alias: "timerStop", title: "Timer Stop", "Measures the time since a Timer Start.")
    package static let settings = [
        NodeSetting<Self>("startTimeProperty", \.key, "The key of the state that has the time."),
        NodeSetting<Self>("metricKey", \.metric, required: true, "The name of the metric to record."),
    ]
    static let standardKey = "TimerNodeStartTime"

    package var key = standardKey
    package var metric = ""

    package init() {}

    package var objections: [SettingObjection] { StateKey.objections(key, in: "startTimeProperty") + MetricKey.objections(metric) }
}
