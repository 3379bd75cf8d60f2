import Directory
package import JourneyEngine
import JourneyModel

extension IdentityStoreDecision: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let identified = usesIdentified ? try await turn.provenUser()?.username : nil
        return .outcome(try await turn.checkPassword(of: identified ?? turn.claimedName) ? "TRUE" : "FALSE")
    }
}
