import Primitives

/// Says what a client is told when the journey fails.
package struct SetFailureDetails: NodeDeclaration {
    package static let type = NodeType(
        "SetFailureDetailsNode", alias: "setFailureDetails", title: "Set Failure Details", "Sets the details of a failure for the client.")
    package static let settings = [
        NodeSetting<Self>("failureMessage", \.message, "The message."),
        NodeSetting<Self>("failureDetails", \.details, "Members of the failure's detail; JSON where a value is some."),
    ]

    package var message = LocalizedText.none
    package var details: [String: String] = [:]

    package init() {}
}
