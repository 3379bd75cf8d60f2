import JourneyMessages
import Primitives

/// One of several choices; the value is the index of the one that is chosen.
public final class ChoiceCallback: SingleValueCallback {
    private var question: ChoiceQuestion? { wire.question() }

    /// The labels of the choices; empty when the callback has none.
    public var choices: [String] { question?.choices ?? [] }
    /// The index that is chosen at first.
    public var defaultChoice: Int { question?.defaultChoice ?? 0 }

    /// The answer is at first the server's choice, its index as a text. A default that is none of the choices leaves the input as it is.
    override func begin() {
        super.begin()
        guard let index = wire.output("defaultChoice").flatMap(JourneyMessages.Callback.index), choices.indices.contains(index) else {
            return
        }
        answer(.string(String(index)))
    }
}
