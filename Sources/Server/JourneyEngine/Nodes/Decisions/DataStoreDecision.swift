/// Checks the user name and password against the realm's users, under its lock-out rules.
///
/// Unknown user, wrong password and locked account are one outcome, in the same time.
struct DataStoreDecision: JourneyNode {
    static let type = NodeType(
        "DataStoreDecisionNode", alias: "dataStoreDecision", title: "Data Store Decision",
        "Checks user name and password against the realm's users.", secrets: [SecretName.password])
    static let state = StateUse(reads: ["username", "password"])

    let outcomes = [Outcome.yes, Outcome.no]

    func step(_ turn: inout Turn) async throws -> NodeResult {
        .outcome(try await turn.checkPassword(of: turn.claimedName) ? Outcome.yes : Outcome.no)
    }
}
