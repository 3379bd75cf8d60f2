import Foundation
package import JourneyEngine
import JourneyModel
import Primitives

extension UpdateJourneyTimeout: JourneyNode {
    /// The longest that a run may last from now on, in seconds: a day.
    private static let longest: TimeInterval = 86_400

    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let from = operation == .set ? turn.now : turn.state.expires
        turn.state.expires = min(from.addingTimeInterval(TimeInterval(minutes) * 60), turn.now.addingTimeInterval(Self.longest))
        guard turn.now < turn.state.expires else { throw JourneyRunError(.timedOut) }
        return .outcome(Outcome.only)
    }
}
