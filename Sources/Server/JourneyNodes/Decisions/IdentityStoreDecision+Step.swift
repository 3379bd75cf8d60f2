import Directory
package import JourneyEngine
import JourneyModel

extension IdentityStoreDecision: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        if usesIdentified, let user = try await turn.provenUser() { turn.state.name(user) }
        return .outcome(try await turn.checkPassword(of: turn.claimedName) ? "TRUE" : "FALSE")
    }
}
