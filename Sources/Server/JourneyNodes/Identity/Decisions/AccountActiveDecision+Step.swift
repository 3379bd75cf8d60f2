import Directory
package import JourneyEngine
import JourneyModel

extension AccountActiveDecision: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.self)
        return .outcome(user.maySignIn(at: turn.now) ? Outcome.yes : Outcome.no)
    }
}
