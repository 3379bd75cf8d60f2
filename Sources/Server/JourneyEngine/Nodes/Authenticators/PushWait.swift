import JourneyMessages
import Primitives

/// Makes the client wait for the answer to a push, and shows the number that is to be picked on the phone.
struct PushWait: JourneyNode {
    static let type = NodeType(
        "PushWaitNode", alias: "pushWait", title: "Push Wait Node",
        "Waits for the answer to a push, and shows the number that is to be picked.", interaction: .always)
    static let settings = [
        NodeSetting<Self>("secondsToWait", \.seconds, in: 1...3600, "How long to wait, in seconds."),
        NodeSetting<Self>("waitingMessage", \.waiting, "What to show; {{time}} becomes the seconds."),
        NodeSetting<Self>("challengeMessage", \.challenge, "What to show instead when a number is to be picked; {{challenge}} becomes it."),
        NodeSetting<Self>("exitMessage", \.exit, "The label of the button to stop waiting."),
    ]
    static let state = StateUse(reads: ["pushNumberChallengeKey"])

    static let (done, exited) = ("DONE", "EXITED")

    var seconds = 5
    var waiting: LocalizedText = "Waiting for response..."
    var challenge: LocalizedText = "Open the app, then tap {{challenge}} to sign in"
    var exit: LocalizedText = "Cancel"
    let outcomes = [done, exited]

    var callbacks: [CallbackType] { [.pollingWait, .hiddenValue, .confirmation] }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let number = turn.state.shared["pushNumberChallengeKey"]?.string
        let template = number == nil ? waiting : challenge
        let message = turn.text(template).replacing("{{time}}", with: "\(seconds)").replacing("{{challenge}}", with: number ?? "")
        turn.tell(PollingWait(milliseconds: seconds * 1000, message: message).callback)
        if let number { turn.tell(HiddenValue(id: HiddenValue.pushNumber, value: number).callback) }
        let pressed = turn.ask(ConfirmationQuestion(options: [turn.text(exit)]))
        guard turn.wasSubmitted, turn["asked"] != nil else {
            turn["asked"] = true
            return .waiting
        }
        turn["asked"] = nil
        return .outcome(pressed == 0 ? Self.exited : Self.done)
    }
}
