import JourneyMessages
import Primitives

extension StepPrompt {
    /// Asks for identity data and consent; false when a callback is for something else.
    func answerIdentity(_ kind: CallbackKind, _ index: Int, _ step: inout Step) throws -> Bool {
        switch kind {
        case .validatedUsername(let question):
            explain(question.check, question.prompt)
            step.answer(index, question, with: AttributeAnswer(try text(question.prompt, "User name", question.value)))
        case .validatedPassword(let question):
            explain(question.check, question.prompt)
            step.answer(index, question, with: AttributeAnswer(try user.askNew(label(question.prompt, "New password"))))
        case .stringAttribute(let question):
            explain(question.check, question.prompt)
            step.answer(index, question, with: AttributeAnswer(try value(of: question) { $0 }))
        case .numberAttribute(let question):
            explain(question.check, question.prompt)
            step.answer(index, question, with: AttributeAnswer(try value(of: question) { Double($0).flatMap { $0.isFinite ? $0 : nil } }))
        case .booleanAttribute(let question):
            explain(question.check, question.prompt)
            let answer = try confirm(question.prompt.isEmpty ? question.name : question.prompt, initial: question.value ?? false)
            step.answer(index, question, with: AttributeAnswer(answer))
        case .kbaCreate(let question): step.answer(index, question, with: try securityAnswer(question))
        case .termsAndConditions(let question): step.answer(index, question, with: try accepts(question))
        case .consentMapping(let question): step.answer(index, question, with: try shares(question))
        default: return false
        }
        return true
    }

    /// Says what was wrong with the value before.
    private func explain(_ check: PolicyCheck, _ prompt: String) {
        for failed in check.failed { user.say("  ✗ \(prompt.isEmpty ? "this" : prompt) \(failed.explanation)") }
    }

    /// Asks until there is a value that can be read, or none where none is needed; the initial one when nothing is typed.
    private func value<Value: AttributeValue>(of question: AttributeQuestion<Value>, _ read: (String) -> Value?) throws -> Value? {
        let initial = question.value.map { $0.json.string ?? $0.json.text } ?? ""
        while true {
            let answer = try user.ask(label(question.prompt, question.name, initial: initial))
            let text = answer.isEmpty ? initial : answer
            if text.isEmpty, !question.isRequired { return nil }
            if !text.isEmpty, let value = read(text) { return value }
            user.say(text.isEmpty ? "  this is required" : "  a number, please")
        }
    }

    private func securityAnswer(_ question: KBAQuestion) throws -> KBAAnswer {
        let own = question.allowsOwnQuestion ? ["a question of my own"] : []
        let choice = try choose(question.prompt, question.questions + own, initial: nil)
        let isOwn = choice == question.questions.count
        let asked = isOwn ? try user.ask("  Your question: ") : question.questions[choice]
        return KBAAnswer(question: asked, answer: try user.askHidden("  Answer: "))
    }

    private func accepts(_ question: TermsQuestion) throws -> Bool {
        for line in question.terms.split(separator: "\n", omittingEmptySubsequences: false) { user.say("  │ " + line) }
        return try confirm("Do you accept these terms (version \(question.version))?", initial: false)
    }

    private func shares(_ question: ConsentQuestion) throws -> Bool {
        if !question.message.isEmpty { user.say("  " + question.message) }
        for field in question.fields { user.say("  · " + field) }
        return try confirm("May this be shared with \(question.displayName)?", initial: false)
    }
}
