import CommandChannel
import Orchestration
import Primitives
import TerminalJourneys

/// The keypad and the page of a phone in a terminal: masked, or the lines of standard input.
struct TerminalPrompts: UserPrompts {
    /// The decision that the command's user has made already; nil to ask.
    var decision: Decision?
    /// Shows what is decided about.
    var shows: @Sendable (ShownRequest) -> Void = { _ in }

    func pin(_ prompt: PINPrompt) async -> Secret? {
        let user = TerminalConversation()
        if let fault = prompt.fault { user.say(Self.sentence(fault, prompt)) }
        guard let entered = try? user.askHidden(user.isTyped ? Self.question(prompt) : ""), !entered.isEmpty else { return nil }
        return entered
    }

    func decision(on request: ShownRequest) async -> Decision? {
        shows(request)
        if let decision { return decision }
        let user = TerminalConversation()
        user.say(request.display.text)
        switch try? user.ask("Approve? (yes or no) ") {
        case "yes", "y": return .approve
        case "no", "n": return .reject
        default: return nil
        }
    }

    private static func question(_ prompt: PINPrompt) -> String {
        let length = "\(prompt.policy.minimum) to \(prompt.policy.maximum) \(prompt.policy.isNumeric ? "digits" : "characters")"
        return switch prompt.purpose {
        case .enter: "PIN of \(prompt.user): "
        case .choose: "Choose a PIN of \(length): "
        case .chooseNew: "Choose a new PIN of \(length): "
        case .confirm: "The same once more: "
        }
    }

    private static func sentence(_ fault: OrchestrationError.Code, _ prompt: PINPrompt) -> String {
        switch fault {
        case .passwordWrong: "The PIN is wrong" + (prompt.attemptsLeft.map { "; \($0) tries are left" } ?? "")
        case .passwordShort: "The PIN is too short"
        case .passwordLong: "The PIN is too long"
        case .passwordWeak: "The PIN is one that is guessed first"
        case .passwordMismatch: "Both entries differ"
        case .passwordUnchanged: "The new PIN is the old one"
        case .passwordFormat: "The PIN has characters that aren't digits"
        default: "The PIN isn't taken"
        }
    }
}
