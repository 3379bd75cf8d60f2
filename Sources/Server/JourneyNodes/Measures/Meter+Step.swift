import Directory
import Foundations
package import JourneyEngine
import JourneyModel
import Metrics

extension JourneyModel.Meter: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        Counter(label: "journey_meter_total", dimensions: MetricKey.dimensions(key, turn)).increment()
        return .outcome(Outcome.only)
    }
}

extension MetricKey {
    static func dimensions(_ key: String, _ turn: Turn) -> [(String, String)] { [("realm", turn.realm.path.description), ("key", key)] }
}
