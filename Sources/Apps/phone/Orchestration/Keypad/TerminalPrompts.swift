import CommandChannel
import Orchestration
import Primitives
import TerminalJourneys

/// The keypad and the page of a phone in a terminal: masked, or the lines of standard input.
struct TerminalPrompts: UserPrompts {
    var appearance = KeypadAppearance()
    /// The decision that the command's user has made already; nil to ask.
    var decision: Decision?
    /// Shows what is decided about.
    var shows: @Sendable (ShownRequest) -> Void = { _ in }

    func pin(_ prompt: PINPrompt) async -> Secret? {
        let user = TerminalConversation()
        if let fault = appearance.fault(of: prompt) { user.say(fault) }
        guard let entered = try? user.askHidden(user.isTyped ? question(prompt) : ""), !entered.isEmpty else { return nil }
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

    private func question(_ prompt: PINPrompt) -> String {
        let policy = prompt.policy
        let length = " of \(policy.minimum) to \(policy.maximum) \(policy.isNumeric ? "digits" : "characters")"
        let isChosen = prompt.purpose == .choose || prompt.purpose == .chooseNew
        return "\(appearance[prompt.title])\(isChosen ? length : "") (\(prompt.user)): "
    }
}

extension KeypadAppearance {
    /// The line that says why the last entry wasn't taken; nil at first.
    func fault(of prompt: PINPrompt) -> String? {
        prompt.faultText.map { text in
            self[text] + (prompt.attemptsLeft.map { ". \(self[.attemptsLeft]): \($0)" } ?? "")
        }
    }
}
