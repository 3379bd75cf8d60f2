import Directory
package import JourneyEngine
import JourneyModel
import Services

extension KBADecision: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.type)
        let isComplete = try await turn.domain.securityQuestions.isComplete(user, in: turn.realm)
        return .outcome(isComplete ? Outcome.yes : Outcome.no)
    }
}
