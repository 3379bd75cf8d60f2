import Directory
package import JourneyEngine
import JourneyModel

extension ProfileCompletenessDecision: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.self)
        let schema = try await turn.accounts.schema(of: turn.realm)
        let own = schema.attributes.filter { $0.isUserEditable && !$0.isSensitive }
        let filled = own.count { $0.isPresent(in: user) }
        return .outcome(filled * 100 > threshold * own.count ? Outcome.yes : Outcome.no)
    }
}
