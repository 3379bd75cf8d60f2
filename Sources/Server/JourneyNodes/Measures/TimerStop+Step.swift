import Foundation
package import JourneyEngine
import JourneyModel
import Metrics
import Primitives

extension TimerStop: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        if let start = StateNumber.of(turn.state.shared[key]) {
            let milliseconds = max(0, turn.now.millisecondsSince1970 - start)
            let timer = Metrics.Timer(label: "journey_timer_seconds", dimensions: MetricKey.dimensions(metric, turn))
            timer.recordMilliseconds(milliseconds)
        }
        return .outcome(Outcome.only)
    }
}
