/// Raises or lowers the authentication level of the session to be made; never below 0.
package struct ModifyAuthLevel: NodeDeclaration {
    package static let type = NodeType(
        "ModifyAuthLevelNode", alias: "modifyAuthLevel", title: "Modify Auth Level", "Raises or lowers the session's level.")
    package static let settings = [
        NodeSetting<Self>("authLevelIncrement", \.increment, in: -1000...1000, "By how much; below 0 it lowers the level.")
    ]

    package var increment = 0

    package init() {}
}
