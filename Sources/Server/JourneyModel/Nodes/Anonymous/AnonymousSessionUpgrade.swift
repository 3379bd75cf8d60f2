import Primitives

/// Lets the session that the run began with be replaced by another user's, if it is an anonymous one; passes in any case.
package struct AnonymousSessionUpgrade: NodeDeclaration {
    package static let type = NodeType(
        "AnonymousSessionUpgradeNode", alias: "anonymousSessionUpgrade", title: "Anonymous Session Upgrade",
        "Lets an anonymous session be replaced by a user's.")

    package init() {}
}
