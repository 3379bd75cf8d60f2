package import JourneyMessages
import Primitives

/// Shows the user who has proved who they are their name.
package struct DisplayUsername: ActsForProvenUser {
    package static let type = NodeType(
        "DisplayUserNameNode", alias: "displayUsername", title: "Display Username", "Shows the user their name.",
        interaction: .always, repetition: .never, standsOnPage: true)
    package static let settings = [
        NodeSetting<Self>("userName", \.name, "The attribute that is shown."), NodeSetting<Self>.identity(\.identity),
    ]

    package var name: AttributeName = "userName"
    package var identity = "mail"

    package init() {}

    package var callbacks: [CallbackType] { [.textOutput] }
}
