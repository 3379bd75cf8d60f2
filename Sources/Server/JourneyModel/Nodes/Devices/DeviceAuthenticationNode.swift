package import JourneyMessages
import Primitives
import Translations

/// Asks a user who has shown who they are to show it again by a device of theirs: a push, a passcode, a code by mail or SMS.
package struct DeviceAuthenticationNode: ActsForProvenUser {
    package static let type = NodeType(
        "DeviceAuthenticationNode", alias: "deviceAuthentication", title: "Device Authentication",
        "Asks the user to approve on a device, or for a passcode.", interaction: .always, repetition: .byItself)
    package static let settings = [
        NodeSetting<Self>("policy", \.policy, "The device authentication policy, by id or name; empty for the realm's default."),
        NodeSetting<Self>("clientContext", \.clientContext, "A text for the app."),
        NodeSetting<Self>("waitingMessage", \.waiting, "The message to show while the device is asked."),
        NodeSetting<Self>(
            "numberMessage", \.number, "The message to show beside it when a number is to be entered; {{number}} becomes it."),
        NodeSetting<Self>("passcodePrompt", \.prompt, "The prompt of a passcode."),
        NodeSetting<Self>("choicePrompt", \.choice, "The prompt of the choice between devices."),
        NodeSetting<Self>("seconds", \.seconds, in: 1...60, "After how many seconds the page looks again."),
    ]
    package static let state = StateUse(reads: ["username"])

    /// The outcome for a user whose device has proved them.
    package static let success = "success"
    /// The outcome of an authentication that failed or was denied.
    package static let failure = "failure"
    /// The outcome for a user without a device that can be used.
    package static let noDevice = "noDevice"
    /// The outcome for a user who isn't to be asked for a second factor.
    package static let notEnabled = "notEnabled"
    /// The outcome for a user who may pass without one for now.
    package static let bypassed = "bypassed"

    package var policy = ""
    package var clientContext = ""
    package var waiting = LocalizedText(\.approveOnPhone)
    package var number = LocalizedText(\.enterNumber)
    package var prompt = LocalizedText(\.passcode)
    package var choice = LocalizedText(\.whichDevice)
    package var seconds = 2

    package let outcomes = [success, failure, noDevice, notEnabled, bypassed]

    package init() {}

    package var callbacks: [CallbackType] { [.textOutput, .pollingWait, .hiddenValue, .confirmation, .password, .choice] }
}
