import Directory
package import JourneyEngine
import JourneyModel
import Primitives
import ResourceMessages

extension RequiredAttributesDecision: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let document = GatheredAccount(turn.state).document
        let required = try await turn.accounts.schema(of: turn.realm).required
        let areThere = required.allSatisfy { $0.failures(of: document[$0.path]).isEmpty }
        return .outcome(areThere ? Outcome.yes : Outcome.no)
    }
}
