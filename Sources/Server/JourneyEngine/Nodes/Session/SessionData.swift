import Primitives
import ResourceMessages
import Services
import Sessions
import Directory

/// Copies a property of the session that the run began with into the state; without one it does nothing.
///
/// Asked for the session's user, it also takes the session as proof of who they are. That is a weak one: it changes no password, and what
/// session comes of it is as old as the first one, and ends with it.
struct SessionData: JourneyNode {
    static let type = NodeType(
        "SessionDataNode", alias: "sessionData", title: "Get Session Data", "Copies a property of the user's session into the state.")
    static let settings = [
        NodeSetting<Self>("sessionDataKey", \.key, required: true, "The session's property; UserToken is the user name."),
        NodeSetting<Self>("sharedStateKey", \.stateKey, required: true, "Where in the state to keep it, also among the attributes."),
    ]
    static let state = StateUse(writes: ["username", "universalId", "objectAttributes"])

    var key = ""
    var stateKey = ""

    var objections: [SettingObjection] {
        var found = StateKey.objections(stateKey, in: "sharedStateKey")
        if FieldPath(stateKey) == nil { found.append(SettingObjection("sharedStateKey", "is no attribute's name")) }
        return found
    }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        guard let session = try await turn.presentedSession(), let path = FieldPath(stateKey) else { return .outcome(Outcome.only) }
        let isUser = key == Self.userToken
        if isUser { try await identify(session, &turn) }
        guard let value = isUser ? session.username : value(of: session) else { return .outcome(Outcome.only) }
        StateKey.set(stateKey, .string(value), &turn.state)
        turn.state.attributes[path] = .string(value)
        return .outcome(Outcome.only)
    }

    private func identify(_ session: UserSession, _ turn: inout Turn) async throws {
        guard let user = try await turn.domain.users.user(session.user, in: turn.realm.id), user.maySignIn(at: turn.now),
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
