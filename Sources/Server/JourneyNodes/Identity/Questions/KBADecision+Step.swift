import Directory
package import JourneyEngine
import JourneyModel

extension KBADecision: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.self)
        let isComplete = try await turn.domain.credentials.securityQuestions.isComplete(user, in: turn.realm)
        return .outcome(isComplete ? Outcome.yes : Outcome.no)
    }
}
