import Foundation
package import JourneyEngine
import JourneyModel
import Primitives

extension TimerStart: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        turn.state.shared[key] = .integer(Int64(turn.now.timeIntervalSince1970 * 1000))
        return .outcome(Outcome.only)
    }
}
