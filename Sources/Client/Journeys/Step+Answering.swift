public import JourneyMessages
public import Primitives

extension Step {
    /// Answers the first callback of a type with a text; false when the step has none.
    @discardableResult
    public mutating func answer(_ type: CallbackType, with text: String) -> Bool {
        guard let index = first(type) else { return false }
        answer(index, with: text)
        return true
    }

    /// Answers the first callback of a type with a secret; false when the step has none.
    @discardableResult
    public mutating func answer(_ type: CallbackType, with secret: Secret) -> Bool {
        guard let index = first(type) else { return false }
        answer(index, with: secret)
        return true
    }

    /// The callbacks with their indices, for a loop that answers them one by one.
    public var questions: [(index: Int, kind: CallbackKind)] {
        callbacks.enumerated().map { ($0.offset, $0.element.kind) }
    }
}
