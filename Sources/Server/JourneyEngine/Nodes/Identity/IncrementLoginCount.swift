import Directory

/// Counts a login of the user who has proved who they are.
struct IncrementLoginCount: JourneyNode {
    static let type = NodeType(
        "IncrementLoginCountNode", alias: "incrementLoginCount", title: "Increment Login Count", "Counts a login of the user.")

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let (user, realm) = (try await turn.requireUser(Self.type).id, turn.realm.id)
        try await turn.act { transaction, _ in try Users.countLogin(of: user, realm: realm, in: transaction) }
        return .outcome(Outcome.only)
    }
}
