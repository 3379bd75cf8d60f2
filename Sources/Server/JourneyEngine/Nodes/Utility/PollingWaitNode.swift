import Foundation
import JourneyMessages
import Primitives

/// Makes the client wait and come back. One that comes too early waits on; it may be let out, and one that comes too early too
/// often may be sent another way.
struct PollingWaitNode: JourneyNode {
    static let type = NodeType(
        "PollingWaitNode", alias: "pollingWait", title: "Polling Wait Node", "Makes the client wait and come back.",
        interaction: .always, standsOnPage: true)
    static let settings = [
        NodeSetting<Self>("secondsToWait", \.seconds, in: 1...3600, "How long to wait, in seconds."),
        NodeSetting<Self>("waitingMessage", \.waiting, "What to show; {{time}} becomes the seconds."),
        NodeSetting<Self>("exitable", \.isExitable, "Whether there is a button to stop waiting, outcome EXITED."),
        NodeSetting<Self>("exitMessage", \.exit, "The label of that button."),
        NodeSetting<Self>("spamDetectionEnabled", \.detectsSpam, "Whether coming too early too often is the outcome SPAM."),
        NodeSetting<Self>("spamDetectionTolerance", \.tolerance, in: 0...1000, "How often one may come too early."),
    ]

    var seconds = 8
    var waiting: LocalizedText = "Waiting for response..."
    var isExitable = false
    var exit: LocalizedText = "Cancel"
    var detectsSpam = false
    var tolerance = 3

    var outcomes: [String] { ["DONE"] + (isExitable ? ["EXITED"] : []) + (detectsSpam ? ["SPAM"] : []) }

    var callbacks: [CallbackType] { [.pollingWait] + (isExitable ? [.confirmation] : []) }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let now = Int64(turn.now.timeIntervalSince1970 * 1000)
        let end = turn["until"]?.integer ?? now + Int64(seconds) * 1000
        let hasPressed = show(end - now, &turn)
        guard turn.wasSubmitted, turn["until"] != nil else {
            turn["until"] = .integer(end)
            return .waiting
        }
        if hasPressed { return leave("EXITED", &turn) }
        if end <= now { return leave("DONE", &turn) }
        return early(&turn)
    }

    /// Asks for patience; true when the button was pressed.
    private func show(_ remaining: Int64, _ turn: inout Turn) -> Bool {
        let message = turn.text(waiting).replacing("{{time}}", with: "\(seconds)")
        turn.tell(PollingWait(milliseconds: max(Int(remaining), 0), message: message).callback)
        return isExitable && turn.ask(ConfirmationQuestion(options: [turn.text(exit)])) == 0
    }

    private func early(_ turn: inout Turn) -> NodeResult {
        let count = (turn["early"]?.integer ?? 0) + 1
        if detectsSpam, count > tolerance { return leave("SPAM", &turn) }
        turn["early"] = .integer(count)
        return .waiting
    }

    private func leave(_ outcome: String, _ turn: inout Turn) -> NodeResult {
        turn["until"] = nil
        turn["early"] = nil
        return .outcome(outcome)
    }
}
