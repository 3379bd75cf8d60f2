import Directory
package import JourneyEngine
import JourneyModel
import Primitives
import Sessions

extension AnonymousUser: JourneyNode {
    /// The property by which a session is known to be anonymous.
    static let property = UserSession.anonymous

    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.domain.directory.users.user(named: name, in: turn.realm.id)
        guard let user, user.passwordHash == nil, !user.isAdministrator else {
            throw JourneyRunError.fault("\(name) is no user without a password: make one with gatehouse user create \(name) --no-password")
        }
        try await turn.domain.directory.quotas.require(.session, bytes: Quotas.row, from: turn.client.address, in: turn.realm)
        guard turn.state.identify(user, showing: .anonymous) else { throw JourneyRunError(.failed, message: turn.state.failureMessage) }
        turn.state.sessionProperties[Self.property] = "true"
        return .outcome(Outcome.only)
    }
}
