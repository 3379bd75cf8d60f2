import Primitives
import Sessions
import Directory

/// Lets the session that the run began with be replaced by another user's, if it is an anonymous one; passes in any case.
struct AnonymousSessionUpgrade: JourneyNode {
    static let type = NodeType(
        "AnonymousSessionUpgradeNode", alias: "anonymousSessionUpgrade", title: "Anonymous Session Upgrade",
        "Lets an anonymous session be replaced by a user's.")

    func step(_ turn: inout Turn) async throws -> NodeResult {
        // A property that its owner may set says nothing.
        let isOwners = turn.realm.settings.exposedSessionProperties.contains(AnonymousUser.property)
        if !isOwners, try await turn.presentedSession()?.properties[AnonymousUser.property] == "true" {
            turn.state.request.upgrade?.isAnonymous = true
        }
        return .outcome(Outcome.only)
    }
}
