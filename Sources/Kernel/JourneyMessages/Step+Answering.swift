public import Primitives

extension Step {
    /// Sets the main input of callback `index`.
    public mutating func answer(_ index: Int, with value: JSONValue) { callbacks[index].setMainInput(value) }

    /// Sets the main input of callback `index` to a text, such as a user name.
    public mutating func answer(_ index: Int, with text: String) { answer(index, with: .string(text)) }

    /// Sets the main input of callback `index` to a secret.
    public mutating func answer(_ index: Int, with secret: Secret) { answer(index, with: .string(secret.reveal())) }

    /// Chooses one of a choice's or confirmation's options by its index.
    /// - Throws: ``JourneyMessageError/Code/noSuchChoice`` when the callback has no options, or none of this index.
    public mutating func choose(_ option: Int, at index: Int) throws(JourneyMessageError) {
        let options: [String]
        switch callbacks[index].kind {
        case .choice(let question): options = question.choices
        case .confirmation(let question): options = question.options
        default: throw JourneyMessageError(.noSuchChoice, "a \(callbacks[index].type) has no options")
        }
        guard options.indices.contains(option) else {
            throw JourneyMessageError(.noSuchChoice, "option \(option) of \(options.count)")
        }
        answer(index, with: .integer(Int64(option)))
    }

    /// The index of the first callback of a type.
    public func first(_ type: CallbackType) -> Int? { callbacks.firstIndex { $0.type == type } }
}
