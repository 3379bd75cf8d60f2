/// Counts a login of the user who has proved who they are.
package struct IncrementLoginCount: ActsForProvenUser {
    package static let type = NodeType(
        "IncrementLoginCountNode", alias: "incrementLoginCount", title: "Increment Login Count", "Counts a login of the user.")

    package init() {}
}
