import JourneyMessages
import Primitives

/// One of several choices.
public final class ChoiceCallback: Callback {
    /// What to ask the user.
    public let prompt: String?
    public let choices: [String]
    /// The index that is chosen at first.
    public let defaultChoice: Int

    init(_ wire: JourneyMessages.Callback, _ question: ChoiceQuestion) {
        prompt = question.prompt
        choices = question.choices
        defaultChoice = question.defaultChoice
        super.init(wire)
    }

    /// Answers with the index of a choice.
    public func setValue(_ index: Int) { answer(.integer(Int64(index))) }

    /// The index chosen so far.
    public func getValue() -> Int? { answered.flatMap(JourneyMessages.Callback.index) }
}
