/// Counts how often it is passed, among the server's metrics.
package struct Meter: NodeDeclaration {
    package static let type = NodeType("MeterNode", alias: "meter", title: "Meter", "Counts how often it is passed, among the metrics.")
    package static let settings = [NodeSetting<Self>("metricKey", \.key, required: true, "The name of the metric to count.")]

    package var key = ""

    package init() {}

    package var objections: [SettingObjection] { MetricKey.objections(key) }
}
