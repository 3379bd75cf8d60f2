/// Decides whether the user who has proved who they are has answered as many security questions as the realm wants.
package struct KBADecision: ActsForProvenUser {
    package static let type = NodeType(
        "KbaDecisionNode", alias: "kbaDecision", title: "KBA Decision", "Whether the user has answered enough security questions.")
    package static let settings = [NodeSetting<Self>.identity(\.identity)]

    package var identity = "userName"
    package let outcomes = [Outcome.yes, Outcome.no]

    package init() {}
}
