public import JourneyMessages
import Primitives

extension Step {
    /// The first callback that asks a question of a type, with its index; nil when the step has none.
    ///
    /// ```swift
    /// if let (index, terms) = step.first(TermsQuestion.self) {
    ///     step.answer(index, terms, with: await show(terms.terms))
    /// }
    /// ```
    public func first<Asked: Question>(_ type: Asked.Type) -> (index: Int, question: Asked)? {
        for (index, callback) in callbacks.enumerated() {
            if let question = callback.question(Asked.self) { return (index, question) }
        }
        return nil
    }

    /// Answers the first callback that asks a question of a type; false when the step has none.
    @discardableResult
    public mutating func answer<Asked: Question>(_ type: Asked.Type, with answer: Asked.Answer) -> Bool {
        guard let (index, question) = first(type) else { return false }
        self.answer(index, question, with: answer)
        return true
    }

    /// Fills in the hidden value with an id, such as `webAuthnOutcome`; false when the step has none.
    @discardableResult
    public mutating func answer(hidden id: String, with value: String) -> Bool {
        guard let index = callbacks.firstIndex(where: { $0.question(HiddenValue.self)?.id == id }) else { return false }
        answer(index, with: value)
        return true
    }
}

extension Step {
    /// The text for the user when the journey continues elsewhere, by a link that was sent; nil when it continues here.
    public var suspension: TextStatement? {
        callbacks.lazy.compactMap { if case .suspendedTextOutput(let statement) = $0.kind { statement } else { nil } }.first
    }
}
