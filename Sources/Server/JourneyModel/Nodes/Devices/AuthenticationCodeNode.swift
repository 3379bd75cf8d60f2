package import JourneyMessages
import Primitives
import ResourceMessages
import Translations

/// Shows a code that a phone reads, and signs in the user who approves there.
package struct AuthenticationCodeNode: ProvesUser {
    package static let type = NodeType(
        "AuthenticationCodeNode", alias: "authenticationCode", title: "Authentication Code",
        "Shows a code for a phone to read, and signs in the user who approves there.", interaction: .always, repetition: .never)
    package static let settings = [
        NodeSetting<Self>("application", \.application, required: true, "The native application whose phones may use the code.")
            .naming(.application),
        NodeSetting<Self>("lifetime", \.lifetime, in: 10...1800, "For how many seconds the code is good."),
        NodeSetting<Self>("message", \.message, "The message to show; {{code}} becomes the code."),
        NodeSetting<Self>("seconds", \.seconds, in: 1...60, "After how many seconds the page looks again."),
        NodeSetting<Self>("exitMessage", \.exit, "The label of the button to do something else."),
    ]
    package static let state = StateUse(writes: ["username"])

    /// The outcomes: approved, denied on the phone, not used in time, and left by the user.
    package static let (success, denied, expired, exited) = ("success", "denied", "expired", "exited")

    package var application = ""
    package var lifetime = 120
    package var message = LocalizedText(\.scanOrEnterCode)
    package var seconds = 2
    package var exit = LocalizedText(\.otherWay)

    package let outcomes = [success, denied, expired, exited]

    package init() {}

    package var callbacks: [CallbackType] { [.hiddenValue, .pollingWait, .confirmation] }
}
