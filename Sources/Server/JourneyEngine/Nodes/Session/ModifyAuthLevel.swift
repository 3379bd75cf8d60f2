/// Raises or lowers the authentication level of the session to be made; never below 0.
struct ModifyAuthLevel: JourneyNode {
    static let type = NodeType(
        "ModifyAuthLevelNode", alias: "modifyAuthLevel", title: "Modify Auth Level", "Raises or lowers the session's level.")
    static let settings = [
        NodeSetting<Self>("authLevelIncrement", \.increment, in: -1000...1000, "By how much; below 0 it lowers the level.")
    ]

    var increment = 0

    func step(_ turn: inout Turn) async throws -> NodeResult {
        turn.state.authLevel = max(0, turn.state.authLevel + increment)
        return .outcome(Outcome.only)
    }
}
