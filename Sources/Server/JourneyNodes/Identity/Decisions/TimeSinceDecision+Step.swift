import Directory
import Foundation
package import JourneyEngine
import JourneyModel

extension TimeSinceDecision: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.self)
        let isOld = user.created.addingTimeInterval(TimeInterval(minutes) * 60) <= turn.now
        return .outcome(isOld ? Outcome.yes : Outcome.no)
    }
}
