import Directory
package import JourneyEngine
import JourneyModel
import ResourceMessages

extension QueryFilterDecision: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.self)
        let isWanted = try await turn.accounts.matches(try QueryFilter(parsing: filter), user, in: turn.realm)
        return .outcome(isWanted ? Outcome.yes : Outcome.no)
    }
}
