public import Primitives

/// `KbaCreateCallback`: asks for a security question and its answer, one callback for each.
public struct KBAQuestion: Question {
    public static var type: CallbackType { .kbaCreate }

    public var prompt: String
    /// The questions on offer; some clients refuse an empty list.
    public var questions: [String]
    /// Whether the user may ask a question of their own.
    public var allowsOwnQuestion: Bool

    public init(prompt: String, questions: [String], allowsOwnQuestion: Bool = true) {
        self.prompt = prompt
        self.questions = questions
        self.allowsOwnQuestion = allowsOwnQuestion
    }

    public init?(_ callback: Callback) {
        guard let questions = callback.texts("predefinedQuestions") else { return nil }
        self.init(
            prompt: callback.prompt, questions: questions, allowsOwnQuestion: callback.flag("allowUserDefinedQuestions") ?? true)
    }

    public var callback: Callback {
        Callback(
            Self.type,
            output: [
                .init("prompt", prompt), .init("predefinedQuestions", questions),
                .init("allowUserDefinedQuestions", allowsOwnQuestion),
            ], input: [.empty("question"), .empty("answer")])
    }

    public func inputs(for answer: KBAAnswer) -> [Callback.Field] {
        [.init("question", answer.question), .init("answer", answer.answer.reveal())]
    }

    /// nil also when only one of question and answer was given.
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
    public var question: String
    public var answer: Secret

    public init(question: String, answer: Secret) {
        self.question = question
        self.answer = answer
    }
}
