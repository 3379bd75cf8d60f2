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
        guard let value = field.value, value != .null, let key = Self.key(field.name) else { return }
        if values[key] == nil { values[key] = value }
    }

    /// The value given for callback `index` (0-based) of the step, or nil when it was left unanswered.
    public subscript(index: Int, suffix: String = "") -> JSONValue? {
        get { values[Key(index: index, suffix: suffix)] }
        set { values[Key(index: index, suffix: suffix)] = newValue }
    }

    public var isEmpty: Bool { values.isEmpty }

    /// `IDToken3validateOnly` → 2, `validateOnly`.
    private static func key(_ name: String) -> Key? {
        guard name.hasPrefix("IDToken") else { return nil }
        let rest = name.dropFirst("IDToken".count)
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits), (1...StepLimits.callbacks).contains(number) else { return nil }
        return Key(index: number - 1, suffix: String(rest.dropFirst(digits.count)))
    }
}
