package import JourneyMessages
import Primitives
import Translations

/// Makes the client wait and come back. One that comes too early waits on; it may be let out, and one that comes too early too
/// often may be sent another way.
package struct PollingWaitNode: NodeDeclaration {
    package static let type = NodeType(
        "PollingWaitNode", alias: "pollingWait", title: "Polling Wait Node", "Makes the client wait and come back.",
        interaction: .always, repetition: .never, standsOnPage: true)
    package static let settings = [
        NodeSetting<Self>("secondsToWait", \.seconds, in: 1...3600, "How long to wait, in seconds."),
        NodeSetting<Self>("waitingMessage", \.waiting, "The message to show; {{time}} becomes the seconds."),
        NodeSetting<Self>("exitable", \.isExitable, "Whether there is a button to stop waiting, outcome EXITED."),
        NodeSetting<Self>("exitMessage", \.exit, "The label of that button."),
        NodeSetting<Self>("spamDetectionEnabled", \.detectsSpam, "Whether coming too early too often is the outcome SPAM."),
        NodeSetting<Self>("spamDetectionTolerance", \.tolerance, in: 0...1000, "How often one may come too early."),
    ]

    package var seconds = 8
    package var waiting = LocalizedText(\.waiting)
    package var isExitable = false
    package var exit = LocalizedText(\.cancel)
    package var detectsSpam = false
    package var tolerance = 3

    package init() {}

    package var outcomes: [String] { ["DONE"] + (isExitable ? ["EXITED"] : []) + (detectsSpam ? ["SPAM"] : []) }

    package var callbacks: [CallbackType] { [.pollingWait] + (isExitable ? [.confirmation] : []) }
}
