import Foundation
package import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives

extension PollingWaitNode: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let now = turn.now.millisecondsSince1970
        let end = StateNumber.of(turn["until"]) ?? now + Int64(seconds) * 1000
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
        let count = (StateNumber.of(turn["early"]) ?? 0) + 1
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
