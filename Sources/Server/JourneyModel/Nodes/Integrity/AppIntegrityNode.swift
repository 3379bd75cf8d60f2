package import JourneyMessages
import Primitives
import ResourceMessages

/// Has an app show that it is genuine and that its device is, by Apple's App Attest
/// ([decision 135](../../../../../docs/decisions/0135-app-integrity-node.md)).
package struct AppIntegrityNode: NodeDeclaration {
    package static let type = NodeType(
        "AppIntegrityNode", alias: "appIntegrity", title: "App Integrity",
        "Has an app on Apple's systems show that it is genuine, by App Attest.", interaction: .always, repetition: .never)
    package static let settings = [
        NodeSetting<Self>(
            "application", \.application, required: true,
            "The native application that the app must be: its bundle id, team and trusted roots are those of its integrity detection."
        ).naming(.application),
        NodeSetting<Self>("clientErrorOutcomes", \.errors, "The errors that the app may report, each an outcome."),
    ]
    package static let state = StateUse(writes: [payloadKey])

    /// The outcomes: a genuine app, and one that couldn't show it.
    package static let (success, failure) = ("success", "failure")

    /// The key of the state for the text that the app signed besides.
    package static let payloadKey = "AppIntegrityNode.PAYLOAD"

    package var application = ""
    package var errors = ["Unsupported", "ClientDeviceErrors"]

    package init() {}

    package var outcomes: [String] { [Self.success, Self.failure] + errors }
    package var callbacks: [CallbackType] { [.appIntegrity] }
    package var objections: [SettingObjection] { BindingAnswer.objections(errors, besides: [Self.success, Self.failure]) }
}
