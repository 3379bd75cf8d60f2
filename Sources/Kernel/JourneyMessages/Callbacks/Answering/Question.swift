public import Primitives

/// Something that a callback asks, with both halves of its answer: how a client puts it into the inputs, and how a server gets it
/// out of them.
public protocol Question<Answer>: Sendable, Equatable {
    /// The type of the answer.
    associatedtype Answer: Sendable

    /// The type of callback that asks it.
    static var type: CallbackType { get }

    /// The wire form, its inputs named by suffix alone until ``Step/numbered(_:inPage:)`` gives them their numbers.
    var callback: Callback { get }

    /// Reads the wire form; nil when its outputs make no sense.
    init?(_ callback: Callback)

    /// The inputs for an answer, named by suffix; inputs that aren't named keep their value.
    func inputs(for answer: Answer) -> [Callback.Field]

    /// Reads what a client answered; nil when it didn't.
    ///
    /// - Throws: `malformed` when it has the wrong type, `tooLarge` when it is too long, `noSuchChoice` when it wasn't on offer.
    func answer(in given: GivenInputs) throws(JourneyMessageError) -> Answer?

    /// The inputs, by suffix, that keep what was given when the step is asked again. By default there are none; a secret is never one.
    var keptInputs: [String] { get }
}

extension Question {
    /// None.
    public var keptInputs: [String] { [] }
}

extension Answers {
    /// Returns the answer to callback `index` (0-based) of the step; nil when it was left unanswered.
    ///
    /// - Throws: ``JourneyMessageError``, as ``Question/answer(in:)`` says.
    public func answer<Asked: Question>(to question: Asked, at index: Int) throws(JourneyMessageError) -> Asked.Answer? {
        try question.answer(in: GivenInputs(self, at: index))
    }

    /// Returns the wire form of a question that is asked again as callback `index`: inputs that keep what was given hold it.
    public func asking<Asked: Question>(_ question: Asked, at index: Int) -> Callback {
        var callback = question.callback
        guard !question.keptInputs.isEmpty else { return callback }
        let answer = try? self.answer(to: question, at: index)
        let read = answer.map { question.inputs(for: $0) }
        for suffix in question.keptInputs {
            let initial = callback.initial(suffix)
            if let field = read?.first(where: { $0.name == suffix }) {
                callback.setInput(suffix, field.value)
            } else if let text = self[index, suffix]?.string, text.utf8.count <= StepLimits.text, initial?.string != nil {
                callback.setInput(suffix, .string(text))
            }
        }
        return callback
    }
}

extension Step {
    /// Puts an answer into the inputs of callback `index`.
    public mutating func answer<Asked: Question>(_ index: Int, _ question: Asked, with answer: Asked.Answer) {
        callbacks[index].answer(question, with: answer)
    }
}

extension Callback {
    /// The question that this callback asks; nil when it asks another, or its outputs make no sense.
    public func question<Asked: Question>(_ type: Asked.Type = Asked.self) -> Asked? {
        self.type == Asked.type ? Asked(self) : nil
    }

    /// The value that an input holds at first, by its suffix; nil when there is no such input, or it holds nothing.
    public func initial(_ suffix: String = "") -> JSONValue? {
        input.first { InputName($0.name)?.suffix == suffix || $0.name == suffix }?.value
    }

    /// Puts an answer into the inputs.
    public mutating func answer<Asked: Question>(_ question: Asked, with answer: Asked.Answer) {
        for field in question.inputs(for: answer) { setInput(field.name, field.value) }
    }

    /// Sets the input with a suffix, which is added when it isn't there.
    package mutating func setInput(_ suffix: String, _ value: JSONValue?) {
        if let index = input.firstIndex(where: { InputName($0.name)?.suffix == suffix || $0.name == suffix }) {
            input[index].value = value
        } else if let number = input.lazy.compactMap({ InputName($0.name)?.number }).first {
            input.append(Field("IDToken\(number)\(suffix)", value))
        } else {
            input.append(Field(suffix, value))
        }
    }
}
