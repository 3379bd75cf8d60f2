import Directory
package import JourneyEngine
import JourneyModel
import Primitives
import Sessions

extension AnonymousSessionUpgrade: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        // A property that its owner may set says nothing.
        let isOwners = turn.realm.settings[SessionSettings.self].exposedSessionProperties.contains(AnonymousUser.property)
        if !isOwners, try await turn.presentedSession()?.properties[AnonymousUser.property] == "true" {
            turn.state.request.upgrade?.isAnonymous = true
        }
        return .outcome(Outcome.only)
    }
}
