import Primitives

/// Counts how often it is passed, and lets pass no more than so often.
///
/// The count is in the journey's state, under the node's id, and can't be turned back by sending an older state again: each
/// pass spends the state's epoch (``SpendTicket``), and all states of one journey share it. What a user may get wrong over many
/// journeys is counted in the directory, where the realm's lock-out threshold stands against it.
struct RetryLimitDecision: JourneyNode {
    static let type = NodeType(
        "RetryLimitDecisionNode", alias: "retryLimitDecision", title: "Retry Limit Decision",
        "Counts attempts; Retry while there are some left, then Reject.")
    static let settings = [
        Setting<Self>("limit", \.limit, in: 1...100, "How many attempts may fail, the first among them.").named("retryLimit")
    ]

    var limit = 3
    let outcomes = ["Retry", "Reject"]

    func step(_ turn: inout Turn) async throws -> NodeResult {
        try await turn.spend()
        let failed = (turn["retryCount"]?.integer ?? 0) + 1
        turn["retryCount"] = .integer(failed)
        return .outcome(failed < limit ? "Retry" : "Reject")
    }
}
