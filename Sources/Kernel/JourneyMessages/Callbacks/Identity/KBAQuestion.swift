public import Primitives

/// `KbaCreateCallback`: asks for a security question and its answer, one callback for each.
public struct KBAQuestion: Question {
    /// The type of callback that asks this, ``CallbackType/kbaCreate``.
    public static var type: CallbackType { .kbaCreate }

    /// The text to show before the questions; empty when the server sent none.
    public var prompt: String
    /// The questions on offer; some clients refuse an empty list.
    public var questions: [String]
    /// Whether the user may ask a question of their own.
    public var allowsOwnQuestion: Bool

    /// Makes a security question of its members, which are taken unchecked. By default `allowsOwnQuestion` is `true`.
    public init(prompt: String, questions: [String], allowsOwnQuestion: Bool = true) {
        self.prompt = prompt
        self.questions = questions
        self.allowsOwnQuestion = allowsOwnQuestion
    }

    /// Reads the wire form; nil without `predefinedQuestions` in the documented form.
    public init?(_ callback: Callback) {
        guard let questions = callback.texts("predefinedQuestions") else { return nil }
        self.init(
            prompt: callback.prompt, questions: questions, allowsOwnQuestion: callback.flag("allowUserDefinedQuestions") ?? true)
    }

    /// The wire form, its inputs not yet numbered; the outputs are `prompt`, `predefinedQuestions` and `allowUserDefinedQuestions`.
    public var callback: Callback {
        Callback(
            Self.type,
            output: [
                .init("prompt", prompt), .init("predefinedQuestions", questions),
                .init("allowUserDefinedQuestions", allowsOwnQuestion),
            ], input: [.empty("question"), .empty("answer")])
    }

    /// The question; its answer is a secret.
    public var keptInputs: [String] { ["question"] }

    /// The inputs that carry the answer: `question` and `answer`.
    public func inputs(for answer: KBAAnswer) -> [Callback.Field] {
        [.init("question", answer.question), .init("answer", answer.answer.reveal())]
    }

    /// nil also when only one of question and answer was given.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when an input is no text; ``JourneyMessageError/Code/tooLarge`` when it is too
    ///   long; ``JourneyMessageError/Code/noSuchChoice`` for a question that is not on offer.
    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> KBAAnswer? {
        let question = try given.text("question")
        let answer = try given.secret("answer")
        guard let question, let answer else { return nil }
        guard allowsOwnQuestion || questions.contains(question) else {
            throw JourneyMessageError(.noSuchChoice, "the security question is none of those on offer")
        }
        return KBAAnswer(question: question, answer: answer)
    }
}

/// A security question with its answer.
public struct KBAAnswer: Sendable, Equatable {
    /// The question as text: one of those on offer, or the user's own where that is allowed.
    public var question: String
    /// The user's answer to the question, as typed.
    public var answer: Secret

    /// Makes an answer to a security question of its members, which are taken unchecked.
    public init(question: String, answer: Secret) {
        self.question = question
        self.answer = answer
    }
}
