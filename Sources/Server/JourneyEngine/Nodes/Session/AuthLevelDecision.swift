/// Decides whether the authentication level that the journey has reached is enough.
struct AuthLevelDecision: JourneyNode {
    static let type = NodeType(
        "AuthLevelDecisionNode", alias: "authLevelDecision", title: "Auth Level Decision", "Whether the level reached is enough.")
    static let settings = [NodeSetting<Self>("authLevelRequirement", \.least, in: 0...1_000_000, "The least level that is.")]

    var least = 0
    let outcomes = [Outcome.yes, Outcome.no]

    func step(_ turn: inout Turn) async throws -> NodeResult {
        .outcome(turn.state.authLevel >= least ? Outcome.yes : Outcome.no)
    }
}
