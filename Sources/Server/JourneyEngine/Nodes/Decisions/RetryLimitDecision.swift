import Primitives
import Services
import SignIn
import Directory

/// Counts how often it is passed, and lets pass no more than so often.
///
/// The count is in the journey's state, under the node's id, and can't be turned back by sending an older state again: each
/// pass spends the state's epoch (``SpendTicket``), and all states of one journey share it. With `incrementUserAttributeOnFailure` it is in
/// the database, under the name that is claimed, until that user has signed in; the realm's lock-out threshold stands beside it.
struct RetryLimitDecision: JourneyNode {
    static let type = NodeType(
        "RetryLimitDecisionNode", alias: "retryLimitDecision", title: "Retry Limit Decision",
        "Counts attempts; Retry while there are some left, then Reject.")
    static let settings = [
        NodeSetting<Self>("limit", \.limit, in: 1...100, "How many attempts may fail, the first among them.").named("retryLimit"),
        NodeSetting<Self>(
            "incrementUserAttributeOnFailure", \.countsByUser, "Whether all runs of a user count together, once the user is named."),
    ]

    var limit = 3
    var countsByUser = false
    let outcomes = ["Retry", "Reject"]

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let failed: Int
        if countsByUser, let name = turn.claimedName {
            failed = try await count(name, &turn)
        } else {
            try await turn.spend()
            failed = Int(turn["retryCount"]?.integer ?? 0) + 1
            turn["retryCount"] = .integer(Int64(failed))
        }
        return .outcome(failed < limit ? "Retry" : "Reject")
    }

    private func count(_ name: String, _ turn: inout Turn) async throws -> Int {
        let place = "\(turn.state.frames.last?.journey ?? "") \(turn.place)"
        let (realm, now, limit) = (turn.realm.id, turn.now, limit)
        // Names that no user has are counted like others, so that there is no end of them.
        if turn.state.user == nil { try turn.domain.quotas.require(.nameCount, from: turn.client.address, in: turn.realm) }
        return try await turn.act { transaction, _ in
            try RetryCounts.raise(place, of: name, realm: realm, limit: limit, at: now, in: transaction)
        }
    }
}
