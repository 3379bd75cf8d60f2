import Foundation
package import JourneyEngine
import JourneyModel
import Primitives

extension TimerStart: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        turn.state.shared[key] = .integer(turn.now.millisecondsSince1970)
        return .outcome(Outcome.only)
    }
}
