package import JourneyMessages
import Primitives

/// Asks in the terminal what a step of a journey asks.
package struct StepPrompt: Sendable {
    let user: any JourneyConversation
    /// Whether the questions for a sensor have been answered already.
    let hasSensor: Bool

    package init(_ user: any JourneyConversation = TerminalConversation(), hasSensor: Bool = false) {
        self.user = user
        self.hasSensor = hasSensor
    }

    /// Answers each callback in turn. A callback that shows nothing (metadata, hidden values) keeps the server's value.
    package func answer(_ step: inout Step) throws {
        for text in [step.header, step.description].compactMap({ $0 }) where !text.isEmpty { user.say("  " + text) }
        for index in step.callbacks.indices {
            if let reason = step.reason(of: index) { user.say("  " + reason) }
            try answer(index, of: &step)
        }
    }

    /// Answers one callback.
    package func answer(_ index: Int, of step: inout Step) throws {
        switch step.callbacks[index].kind {
        case .textOutput(let statement), .suspendedTextOutput(let statement): show(statement)
        case .pollingWait(let wait): user.say("  " + wait.message)
        case .hiddenValue, .metadata: break
        case .name(let question): step.answer(index, question, with: try user.ask(label(question.prompt, "Name")))
        case .password(let question): step.answer(index, question, with: try user.askHidden(label(question.prompt, "Password")))
        case .textInput(let question): step.answer(index, question, with: try text(question.prompt, "Text", question.defaultText))
        case .choice(let question):
            let choice = try choose(question.prompt, question.choices, initial: question.defaultChoice)
            step.answer(index, question, with: choice)
        case .confirmation(let question):
            let option = try choose(question.prompt, question.options, initial: question.defaultOption)
            step.answer(index, question, with: option)
        case let kind:
            guard try answerIdentity(kind, index, &step) || answerDevice(kind, index, &step) else {
                throw PlayerError(.unanswerable, "this journey asks for a \(step.callbacks[index].type), which a terminal can't answer")
            }
        }
    }

    private func show(_ statement: TextStatement) {
        // A script is for a browser to run, and why a question is asked again was said before it.
        if statement.severity != .script, statement.about == nil { user.say("  " + statement.message) }
    }

    /// Asks for a text; the initial one when nothing is typed.
    func text(_ prompt: String, _ fallback: String, _ initial: String?) throws -> String {
        let answer = try user.ask(label(prompt, fallback, initial: initial ?? ""))
        return answer.isEmpty ? initial ?? "" : answer
    }

    /// Asks for the number of an option until there is one of it.
    func choose(_ prompt: String, _ options: [String], initial: Int?) throws -> Int {
        for (number, option) in options.enumerated() { user.say("  \(number + 1)) \(option)") }
        let question = label(prompt, "Choose", initial: initial.map { String($0 + 1) } ?? "")
        while true {
            let answer = try user.ask(question)
            let number = answer.isEmpty ? initial.map { $0 + 1 } : Int(answer) ?? options.firstIndex(of: answer).map { $0 + 1 }
            if let number, options.indices.contains(number - 1) { return number - 1 }
            user.say("  a number from 1 to \(options.count), please")
        }
    }

    /// Asks until the answer is yes or no.
    func confirm(_ question: String, initial: Bool) throws -> Bool {
        while true {
            switch try user.ask("  \(question) [\(initial ? "Y/n" : "y/N")] ").lowercased() {
            case "": return initial
            case "y", "yes": return true
            case "n", "no": return false
            default: user.say("  yes or no, please")
            }
        }
    }

    func label(_ prompt: String, _ fallback: String, initial: String = "") -> String {
        let text = prompt.isEmpty ? fallback : prompt
        return "  \(text)\(initial.isEmpty ? "" : " [\(initial)]"): "
    }
}

extension Step {
    /// The reason why a question is asked again, where a text of the step says it; it stands behind all questions.
    fileprivate func reason(of index: Int) -> String? {
        for case .textOutput(let statement) in callbacks.map(\.kind) where statement.about == Step.inputName(index) {
            return statement.message
        }
        return nil
    }
}
