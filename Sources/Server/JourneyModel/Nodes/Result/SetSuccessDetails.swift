import Primitives

/// Adds members to the body of a success. Those that every success has stay what they are.
package struct SetSuccessDetails: NodeDeclaration {
    package static let type = NodeType(
        "SetSuccessDetailsNode", alias: "setSuccessDetails", title: "Set Success Details", "Adds members to the body of a success.")
    package static let settings = [
        NodeSetting<Self>("successDetails", \.details, "Members and their values; JSON where a value is some."),
        NodeSetting<Self>("sessionProperties", \.properties, "Members, and the session's properties that they repeat."),
    ]

    package var details: [String: String] = [:]
    package var properties: [String: String] = [:]

    package init() {}
}
