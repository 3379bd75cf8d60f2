import Primitives

/// Says what a client is told when a node can't continue.
package struct SetErrorDetails: NodeDeclaration {
    package static let type = NodeType(
        "SetErrorDetailsNode", alias: "setErrorDetails", title: "Set Error Details", "Sets the details of an error for the client.")
    package static let settings = [
        NodeSetting<Self>("errorMessage", \.message, "The message."),
        NodeSetting<Self>("errorDetails", \.details, "Members of the error's detail; JSON where a value is some."),
    ]

    package var message = LocalizedText.none
    package var details: [String: String] = [:]

    package init() {}
}
