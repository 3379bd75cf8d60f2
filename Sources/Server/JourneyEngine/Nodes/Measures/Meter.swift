import Metrics
import Directory
import Foundations

/// Counts how often it is passed, among the server's metrics.
struct Meter: JourneyNode {
    static let type = NodeType("MeterNode", alias: "meter", title: "Meter", "Counts how often it is passed, among the metrics.")
    static let settings = [NodeSetting<Self>("metricKey", \.key, required: true, "What is counted.")]

    var key = ""

    var objections: [SettingObjection] { MetricKey.objections(key) }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        Counter(label: "journey_meter_total", dimensions: MetricKey.dimensions(key, turn)).increment()
        return .outcome(Outcome.only)
    }
}

/// The keys by which the metrics of journeys are told apart.
enum MetricKey {
    private static let longest = 128

    static func dimensions(_ key: String, _ turn: Turn) -> [(String, String)] { [("realm", turn.realm.path.description), ("key", key)] }

    static func objections(_ key: String) -> [SettingObjection] {
        key.utf8.count <= longest && !key.hasControlCharacters ? [] : [SettingObjection("metricKey", "expected at most \(longest) bytes")]
    }
}
