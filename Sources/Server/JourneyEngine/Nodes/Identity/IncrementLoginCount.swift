import Services

/// Counts a login of the user who has proved who they are.
struct IncrementLoginCount: JourneyNode {
    static let type = NodeType(
        "IncrementLoginCountNode", alias: "incrementLoginCount", title: "Increment Login Count", "Counts a login of the user.")

    func step(_ turn: inout Turn) async throws -> NodeResult {
        guard let user = try await turn.provenUser()?.id else {
            throw JourneyError.fault("a login is counted before anybody proved who they are")
        }
        let realm = turn.realm.id
        try await turn.act { transaction, _ in try Users.countLogin(of: user, realm: realm, in: transaction) }
        return .outcome(Outcome.only)
    }
}
