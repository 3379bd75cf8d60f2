/// Decides whether the authentication level that the journey has reached is enough.
package struct AuthLevelDecision: NodeDeclaration {
    package static let type = NodeType(
        "AuthLevelDecisionNode", alias: "authLevelDecision", title: "Auth Level Decision", "Whether the level reached is enough.")
    package static let settings = [NodeSetting<Self>("authLevelRequirement", \.least, in: 0...1_000_000, "The least level that is.")]

    package var least = 0
    package let outcomes = [Outcome.yes, Outcome.no]

    package init() {}
}
