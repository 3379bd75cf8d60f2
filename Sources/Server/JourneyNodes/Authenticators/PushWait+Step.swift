package import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives

extension PushWait: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
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
