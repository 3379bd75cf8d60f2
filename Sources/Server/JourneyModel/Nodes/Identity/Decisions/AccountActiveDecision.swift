/// Decides whether the account of the user who has proved who they are may sign in: active and not locked.
package struct AccountActiveDecision: ActsForProvenUser {
    package static let type = NodeType(
        "AccountActiveDecisionNode", alias: "accountActiveDecision", title: "Account Active Decision",
        "Whether the user's account is active and not locked.")

    package let outcomes = [Outcome.yes, Outcome.no]

    package init() {}
}
