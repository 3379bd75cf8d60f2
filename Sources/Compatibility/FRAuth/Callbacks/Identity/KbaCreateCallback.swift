import JourneyMessages
import Primitives

/// Asks for a security question and its answer.
public final class KbaCreateCallback: MultipleValuesCallback {
    private var question: KBAQuestion? { wire.question() }

    /// The questions on offer.
    public var predefinedQuestions: [String] { question?.questions ?? [] }
    /// Whether the user may ask a question of their own.
    public var allowUserDefinedQuestions: Bool { question?.allowsOwnQuestion ?? true }

    /// Sets the question.
    public func setQuestion(_ question: String) { wire.setInput("question", .string(question)) }

    /// Sets the answer.
    public func setAnswer(_ answer: String) { wire.setInput("answer", .string(answer)) }
}
