import Primitives

/// Counts how often it is passed, and lets pass no more than so often.
///
/// The count is in the journey's state, under the node's id, and can't be turned back by sending an older state again: each
/// pass spends the state's epoch (`SpendTicket`), and all states of one journey share it. With `incrementUserAttributeOnFailure` it is in
/// the database, under the name that is claimed, until that user has signed in; the realm's lock-out threshold stands beside it.
package struct RetryLimitDecision: NodeDeclaration {
    package static let type = NodeType(
        "RetryLimitDecisionNode", alias: "retryLimitDecision", title: "Retry Limit Decision",
        "Counts attempts; Retry while there are some left, then Reject.")
    package static let settings = [
        NodeSetting<Self>("limit", \.limit, in: 1...100, "How many attempts may fail, the first among them.").named("retryLimit"),
        NodeSetting<Self>(
            "incrementUserAttributeOnFailure", \.countsByUser, "Whether all runs of a user count together, once the user is named."),
    ]

    package var limit = 3
    package var countsByUser = false
    package let outcomes = ["Retry", "Reject"]

    package init() {}
}
