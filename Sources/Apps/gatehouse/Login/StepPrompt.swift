import JourneyMessages
import Primitives

/// Asks in the terminal what a step of a journey asks.
enum StepPrompt {
    /// Answers each callback in turn. What shows nothing (metadata, hidden values) keeps what the server put there.
    static func answer(_ step: inout Step) throws {
        for text in [step.header, step.description].compactMap({ $0 }) where !text.isEmpty { Terminal.complain("  " + text) }
        for index in step.callbacks.indices { try answer(index, of: &step) }
    }

    private static func answer(_ index: Int, of step: inout Step) throws {
        switch step.callbacks[index].kind {
        case .name(let question): step.answer(index, with: try Terminal.ask(label(question.prompt, "Name")))
        case .password(let question): step.answer(index, with: try Terminal.askHidden(label(question.prompt, "Password")))
        case .textInput(let question): try ask(question, index, &step)
        case .textOutput(let statement): show(statement)
        case .choice(let question):
            try choose(question.prompt, question.choices, initial: question.defaultChoice, index, &step)
        case .confirmation(let question):
            try choose(question.prompt, question.options, initial: question.defaultOption, index, &step)
        case .pollingWait(let wait): Terminal.complain("  " + wait.message)
        case .hiddenValue, .metadata: break
        default:
            throw CommandFailure("this journey asks for a \(step.callbacks[index].type), which a terminal can't answer; try --browser")
        }
    }

    private static func ask(_ question: TextQuestion, _ index: Int, _ step: inout Step) throws {
        let initial = question.defaultText ?? ""
        let answer = try Terminal.ask(label(question.prompt, "Text", initial: initial))
        step.answer(index, with: answer.isEmpty ? initial : answer)
    }

    private static func show(_ statement: TextStatement) {
        // A script is for a browser to run.
        if statement.severity != .script { Terminal.complain("  " + statement.message) }
    }

    /// Asks for the number of an option until there is one of it.
    private static func choose(_ prompt: String, _ options: [String], initial: Int?, _ index: Int, _ step: inout Step) throws {
        for (number, option) in options.enumerated() { Terminal.complain("  \(number + 1)) \(option)") }
        let question = label(prompt, "Choose", initial: initial.map { String($0 + 1) } ?? "")
        while true {
            let answer = try Terminal.ask(question)
            let number = answer.isEmpty ? initial.map { $0 + 1 } : Int(answer) ?? options.firstIndex(of: answer).map { $0 + 1 }
            if let number, options.indices.contains(number - 1) { return try step.choose(number - 1, at: index) }
            Terminal.complain("  a number from 1 to \(options.count), please")
        }
    }

    private static func label(_ prompt: String, _ fallback: String, initial: String = "") -> String {
        let text = prompt.isEmpty ? fallback : prompt
        return "  \(text)\(initial.isEmpty ? "" : " [\(initial)]"): "
    }
}
