package import JourneyMessages
import Primitives
import Translations

/// Makes the client wait for the answer to a push, and shows the number that is to be picked on the phone.
package struct PushWait: NodeDeclaration {
    package static let type = NodeType(
        "PushWaitNode", alias: "pushWait", title: "Push Wait Node",
        "Waits for the answer to a push, and shows the number that is to be picked.", interaction: .always, repetition: .never)
    package static let settings = [
        NodeSetting<Self>("secondsToWait", \.seconds, in: 1...3600, "How long to wait, in seconds."),
        NodeSetting<Self>("waitingMessage", \.waiting, "The message to show; {{time}} becomes the seconds."),
        NodeSetting<Self>(
            "challengeMessage", \.challenge, "The message to show instead when a number is to be picked; {{challenge}} becomes it."),
        NodeSetting<Self>("exitMessage", \.exit, "The label of the button to stop waiting."),
    ]
    package static let state = StateUse(reads: ["pushNumberChallengeKey"])

    /// The outcomes: waited, or left by the user.
    package static let (done, exited) = ("DONE", "EXITED")

    package var seconds = 5
    package var waiting = LocalizedText(\.waiting)
    package var challenge = LocalizedText(\.tapChallenge)
    package var exit = LocalizedText(\.cancel)
    package let outcomes = [done, exited]

    package init() {}

    package var callbacks: [CallbackType] { [.pollingWait, .hiddenValue, .confirmation] }
}
