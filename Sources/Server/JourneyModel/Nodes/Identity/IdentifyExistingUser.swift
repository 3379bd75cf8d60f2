import Primitives

/// Looks for the user of whom an attribute was given, and keeps their name and id for the nodes behind it.
///
/// Nothing is proved by that: nodes that show or change an account still ask for more. An attacker would like to
/// know the result, so each attempt is counted for the address, and the state can't be used for another.
package struct IdentifyExistingUser: NodeDeclaration {
    package static let type = NodeType(
        "IdentifyExistingUserNode", alias: "identifyUser", title: "Identify Existing User",
        "Looks for the user of whom an attribute was given. It proves nothing.")
    package static let settings = [
        NodeSetting<Self>("identityAttribute", \.given, "The attribute that was given."),
        NodeSetting<Self>("identifier", \.identifier, "The attribute of the found user that is kept."),
    ]
    package static let state = StateUse(reads: ["objectAttributes", "username"], writes: ["_id", "username", "objectAttributes"])

    package var given: AttributeName = "mail"
    package var identifier: AttributeName = "userName"
    package let outcomes = [Outcome.yes, Outcome.no]

    package init() {}
}
