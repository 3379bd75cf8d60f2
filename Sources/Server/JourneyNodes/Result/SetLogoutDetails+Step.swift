package import JourneyEngine
import JourneyModel
import Primitives
import Sessions

extension SetLogoutDetails: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        var members =
            turn.state.sessionProperties[UserSession.logoutDetails].flatMap { try? JSONValue(parsing: $0) }?.object ?? JSONObject()
        members.add(details)
        turn.state.sessionProperties[UserSession.logoutDetails] = JSONValue.object(members).text
        return .outcome(Outcome.only)
    }
}
