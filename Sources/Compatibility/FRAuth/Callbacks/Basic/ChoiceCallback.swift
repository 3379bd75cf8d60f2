import JourneyMessages
import Primitives

/// One of several choices; the value is the index of the one that is chosen.
public final class ChoiceCallback: SingleValueCallback {
    private var question: ChoiceQuestion? { wire.question() }

    /// The labels of the choices; empty when the callback has none.
    public var choices: [String] { question?.choices ?? [] }
    /// The index that is chosen at first.
    public var defaultChoice: Int { question?.defaultChoice ?? 0 }
}
