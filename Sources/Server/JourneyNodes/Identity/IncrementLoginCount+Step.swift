import Directory
package import JourneyEngine
import JourneyModel

extension IncrementLoginCount: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let (user, realm) = (try await turn.requireUser(Self.self).id, turn.realm.id)
        try await turn.act { transaction, _ in try Users.countLogin(of: user, realm: realm, in: transaction) }
        return .outcome(Outcome.only)
    }
}
