import Directory

/// Decides whether the account of the user who has proved who they are may sign in: active and not locked.
struct AccountActiveDecision: JourneyNode {
    static let type = NodeType(
        "AccountActiveDecisionNode", alias: "accountActiveDecision", title: "Account Active Decision",
        "Whether the user's account is active and not locked.")

    let outcomes = [Outcome.yes, Outcome.no]

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.type)
        return .outcome(user.maySignIn(at: turn.now) ? Outcome.yes : Outcome.no)
    }
}
