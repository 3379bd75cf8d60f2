import Primitives
import Sessions

/// Adds members to what the client is told when the session ends that this run makes.
struct SetLogoutDetails: JourneyNode {
    static let type = NodeType(
        "SetLogoutDetailsNode", alias: "setLogoutDetails", title: "Set Logout Details",
        "Adds members to the answer to the logout of the session.")
    static let settings = [
        NodeSetting<Self>(
            "logoutDetails", \.details, required: true,
            "Members and their values; JSON where a value is some. goto is where the client then goes.")
    ]

    var details: [String: String] = [:]

    func step(_ turn: inout Turn) async throws -> NodeResult {
        var members =
            turn.state.sessionProperties[UserSession.logoutDetails].flatMap { try? JSONValue(parsing: $0) }?.object ?? JSONObject()
        members.add(details)
        turn.state.sessionProperties[UserSession.logoutDetails] = JSONValue.object(members).text
        return .outcome(Outcome.only)
    }
}
