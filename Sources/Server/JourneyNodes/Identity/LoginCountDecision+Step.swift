import Directory
package import JourneyEngine
import JourneyModel
import Primitives

extension LoginCountDecision: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.self)
        let isIt =
            switch interval {
            case .at: user.loginCount == amount
            case .every: user.loginCount > 0 && user.loginCount.isMultiple(of: amount)
            }
        return .outcome(isIt ? Outcome.yes : Outcome.no)
    }
}
