/// Decides whether the account of the user who has proved who they are is older than so many minutes.
package struct TimeSinceDecision: ActsForProvenUser {
    package static let type = NodeType(
        "TimeSinceDecisionNode", alias: "timeSinceDecision", title: "Time Since Decision", "Whether the account is so old.")
    package static let settings = [
        NodeSetting<Self>("elapsedTime", \.minutes, in: 0...52_560_000, required: true, "Minutes since the account was made."),
        NodeSetting<Self>.identity(\.identity),
    ]

    package var minutes = 0
    package var identity = "userName"
    package let outcomes = [Outcome.yes, Outcome.no]

    package init() {}
}
