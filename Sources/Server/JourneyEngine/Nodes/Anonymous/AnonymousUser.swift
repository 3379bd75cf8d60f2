import Primitives
import Services
import Directory

/// Goes on as the realm's anonymous user, an account without a password that isn't an administrator's: an account with a password is a
/// person's.
struct AnonymousUser: JourneyNode {
    static let type = NodeType(
        "AnonymousUserNode", alias: "anonymousUser", title: "Anonymous User Mapping", "Goes on as the realm's anonymous user.")
    static let settings = [NodeSetting<Self>("anonymousUserName", \.name, "The user's name; an account that has no password.")]
    static let state = StateUse(writes: ["username", "universalId"])

    /// The property by which a session is known to be anonymous.
    static let property = "AnonymousUser"

    var name = "anonymous"

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.domain.users.user(named: name, in: turn.realm.id)
        guard let user, user.passwordHash == nil, !user.isAdministrator else {
            throw JourneyRunError.fault("\(name) is no user without a password: make one with gatehouse user create \(name) --no-password")
        }
        try turn.domain.quotas.require(.session, from: turn.client.address, in: turn.realm)
        guard turn.state.identify(user, showing: .anonymous) else { throw JourneyRunError(.failed, message: turn.state.failureMessage) }
        turn.state.sessionProperties[Self.property] = "true"
        return .outcome(Outcome.only)
    }
}
