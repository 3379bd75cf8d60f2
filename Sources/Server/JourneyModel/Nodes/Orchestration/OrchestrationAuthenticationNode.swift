import Primitives
import Translations

/// Has a user sign in by a customer's app with the Orchestration SDK.
package struct OrchestrationAuthenticationNode: AsksByOrchestration {
    package static let type = NodeType(
        "OrchestrationAuthenticationNode", alias: "orchestrationAuthentication", title: "Orchestration Authentication",
        "Asks the user to approve the sign-in in a customer's app with the Orchestration SDK.", interaction: .always, repetition: .never)
    package static let settings =
        askingSettings + [
            NodeSetting<Self>("title", \.title, "The first line that the app shows; {{user}} becomes the user's name."),
            NodeSetting<Self>("subject", \.subject, "The second line; none unless set."),
        ]

    /// The settings of the request.
    package var asking = OrchestrationAsking()
    package var title = LocalizedText(\.signInAs)
    package var subject: LocalizedText = .none

    package init() {}
}
