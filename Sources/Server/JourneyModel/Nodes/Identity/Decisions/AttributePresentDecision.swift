import Primitives

/// Decides whether the user who has proved who they are has an attribute, also one that is only ever written, such as the password.
package struct AttributePresentDecision: ActsForProvenUser {
    package static let type = NodeType(
        "AttributePresentDecisionNode", alias: "attributePresentDecision", title: "Attribute Present Decision",
        "Whether the user has an attribute, or a password.")
    package static let settings = [
        NodeSetting<Self>("presentAttribute", \.name, "The attribute, or password."), NodeSetting<Self>.identity(\.identity),
    ]

    package var name = AttributeName(SecretName.password)
    package var identity = "userName"
    package let outcomes = [Outcome.yes, Outcome.no]

    package init() {}
}
