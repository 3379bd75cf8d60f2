import Directory
package import JourneyEngine
import JourneyModel
import Primitives
import ResourceMessages
import Sessions

extension SessionData: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        guard let session = try await turn.presentedSession(), let path = FieldPath(stateKey) else { return .outcome(Outcome.only) }
        let isUser = key == Self.userToken
        if isUser { try await identify(session, &turn) }
        guard let value = isUser ? session.username : value(of: session) else { return .outcome(Outcome.only) }
        StateKey.set(stateKey, .string(value), &turn.state)
        turn.state.attributes[path] = .string(value)
        return .outcome(Outcome.only)
    }

    private func identify(_ session: UserSession, _ turn: inout Turn) async throws {
        guard let user = try await turn.domain.directory.users.user(session.user, in: turn.realm.id), user.maySignIn(at: turn.now),
            turn.state.identify(user, showing: .session, by: .session(since: session.created))
        else { throw JourneyRunError(.failed, message: turn.state.failureMessage) }
    }

    private func value(of session: UserSession) -> String? {
        switch key {
        case "AuthLevel": String(session.authLevel)
        case "Service": session.journey
        case "UserId": session.username
        default: session.properties[key]
        }
    }

    private static let userToken = "UserToken"
}
