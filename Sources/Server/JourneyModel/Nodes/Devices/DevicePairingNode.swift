package import JourneyMessages
import Primitives
import ResourceMessages
import Translations

/// Shows a user who has shown who they are a pairing key, and waits until a phone has used it.
package struct DevicePairingNode: ActsForProvenUser {
    package static let type = NodeType(
        "DevicePairingNode", alias: "devicePairing", title: "Device Pairing", "Shows a pairing key, and waits until a phone has used it.",
        interaction: .always, repetition: .never, changesCredentials: true)
    package static let settings = [
        NodeSetting<Self>("applications", \.applications, "The native applications whose phones may use it; empty for all.").naming(
            .application),
        NodeSetting<Self>("policy", \.policy, "The device authentication policy, by id or name; empty for the realm's default."),
        NodeSetting<Self>("message", \.message, "The message to show; {{key}} becomes the key."),
        NodeSetting<Self>("seconds", \.seconds, in: 1...60, "After how many seconds the page looks again."),
        NodeSetting<Self>("exitMessage", \.exit, "The label of the button to continue without."),
    ]
    package static let state = StateUse(reads: ["username"])

    /// The outcomes: paired, the key not used in time, and left by the user.
    package static let (paired, expired, exited) = ("paired", "expired", "exited")

    package var applications: [String] = []
    package var policy = ""
    package var message = LocalizedText(\.scanOrEnterKey)
    package var seconds = 2
    package var exit = LocalizedText(\.notNow)

    package let outcomes = [paired, expired, exited]

    package init() {}

    package var callbacks: [CallbackType] { [.hiddenValue, .pollingWait, .confirmation] }
}
