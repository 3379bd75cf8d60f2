/// Takes planned properties from the session to be made.
package struct RemoveSessionProperties: NodeDeclaration {
    package static let type = NodeType(
        "RemoveSessionPropertiesNode", alias: "removeSessionProperties", title: "Remove Session Properties",
        "Takes properties from the session to be made.")
    package static let settings = [NodeSetting<Self>("propertyNames", \.names, required: true, "The properties' names.")]

    package var names: [String] = []

    package init() {}
}
