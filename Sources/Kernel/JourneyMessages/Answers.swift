public import Primitives

/// The answers of a client to the callbacks of a step, matched by the names of the inputs (`docs/protocols/step-protocol.md` 0, rules 1, 3,
/// 4).
///
/// Neither the order of the inputs nor that of the callbacks counts, callbacks and inputs may be missing, and the echoed
/// outputs are never looked at.
public struct Answers: Sendable, Equatable {
    private var values: [Key: JSONValue] = [:]
    private var untouched: Set<Key> = []
    /// The callbacks that came back; nil for all of them, as in the forms of this server's own pages.
    private var returned: Returned?

    private struct Key: Hashable {
        let index: Int
        let suffix: String
    }

    /// The callbacks that a client sent back.
    private struct Returned: Equatable {
        /// Those with inputs, by their places in the step.
        var indices: Set<Int> = []
        /// The numbers of those without inputs, by their types.
        var counts: [String: Int] = [:]
    }

    /// Makes answers that hold no value yet.
    public init() {}

    /// The answers that a submitted step holds. Of two inputs with the same name the first counts. A callback without a type stands for a
    /// form, whose inputs come back without their callbacks.
    public init(_ step: Step) {
        for field in step.callbacks.lazy.flatMap(\.input) { record(field) }
        guard !step.callbacks.contains(where: { $0.type.name.isEmpty }) else { return }
        var returned = Returned()
        for callback in step.callbacks {
            let indices = callback.input.compactMap { InputName($0.name).map { $0.number - 1 } }
            returned.indices.formUnion(indices)
            if indices.isEmpty { returned.counts[callback.type.name, default: 0] += 1 }
        }
        self.returned = returned
    }

    /// Whether a callback with inputs came back.
    /// - Parameter index: its place in the step, from 0.
    public func isReturned(_ index: Int) -> Bool { returned?.indices.contains(index) ?? true }

    /// Tells if so many callbacks of a type that have no inputs came back; which of them can't be told.
    public func areReturned(_ count: Int, withoutInputs type: String) -> Bool {
        returned.map { $0.counts[type, default: 0] >= count } ?? true
    }

    private mutating func record(_ field: Callback.Field) {
        guard let name = InputName(field.name) else { return }
        let key = Key(index: name.number - 1, suffix: name.suffix)
        guard let value = field.value, value != .null else {
            if values[key] == nil { untouched.insert(key) }
            return
        }
        if values[key] == nil, !untouched.contains(key) { values[key] = value }
    }

    /// The value given for callback `index` (0-based) of the step, or nil when it was left unanswered.
    public subscript(index: Int, suffix: String = "") -> JSONValue? {
        get { values[Key(index: index, suffix: suffix)] }
        set { values[Key(index: index, suffix: suffix)] = newValue }
    }

    /// Whether the client sent an input of callback `index` without a value, as one line of clients does with an input that the user left
    /// as it was and whose initial value is no text (`docs/protocols/step-protocol.md` 3.1).
    public func isUntouched(_ index: Int, _ suffix: String = "") -> Bool { untouched.contains(Key(index: index, suffix: suffix)) }

    /// Whether a value is only to be looked at, say while it is typed (`docs/protocols/step-protocol.md` 3.3).
    public var onlyValidate: Bool { values.contains { $0.key.suffix == "validateOnly" && [.bool(true), "true"].contains($0.value) } }

    /// Whether no callback was answered; inputs without a value count as unanswered.
    public var isEmpty: Bool { values.isEmpty }
}
