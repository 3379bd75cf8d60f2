public import Primitives

/// What a client answered to the callbacks of a step, matched by the names of the inputs (checklist 1, 3, 4).
///
/// Neither the order of the inputs nor that of the callbacks counts, callbacks and inputs may be missing, and the echoed
/// outputs are never looked at.
public struct Answers: Sendable, Equatable {
    private var values: [Key: JSONValue] = [:]

    private struct Key: Hashable {
        let index: Int
        let suffix: String
    }

    public init() {}

    /// The answers that a submitted step holds. Of two inputs with the same name the first counts.
    public init(_ step: Step) {
        for field in step.callbacks.lazy.flatMap(\.input) { record(field) }
    }

    private mutating func record(_ field: Callback.Field) {
        guard let value = field.value, value != .null, let name = InputName(field.name) else { return }
        let key = Key(index: name.number - 1, suffix: name.suffix)
        if values[key] == nil { values[key] = value }
    }

    /// The value given for callback `index` (0-based) of the step, or nil when it was left unanswered.
    public subscript(index: Int, suffix: String = "") -> JSONValue? {
        get { values[Key(index: index, suffix: suffix)] }
        set { values[Key(index: index, suffix: suffix)] = newValue }
    }

    public var isEmpty: Bool { values.isEmpty }
}
