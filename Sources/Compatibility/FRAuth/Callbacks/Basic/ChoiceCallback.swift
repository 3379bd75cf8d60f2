import JourneyMessages
import Primitives

/// One of several choices.
public final class ChoiceCallback: Callback {
    private var question: ChoiceQuestion? { wire.question() }

    /// What to ask the user.
    public var prompt: String? { question?.prompt }
    public var choices: [String] { question?.choices ?? [] }
    /// The index that is chosen at first.
    public var defaultChoice: Int { question?.defaultChoice ?? 0 }

    /// Answers with the index of a choice.
    public func setValue(_ index: Int) { answer(.integer(Int64(index))) }

    /// The index chosen so far.
    public func getValue() -> Int? { answered.flatMap(JourneyMessages.Callback.index) }
}
