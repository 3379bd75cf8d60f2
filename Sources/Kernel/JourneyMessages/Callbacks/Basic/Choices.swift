public import Primitives

/// `ChoiceCallback`: one of several.
public struct ChoiceQuestion: Question {
    /// The type of callback that asks this, ``CallbackType/choice``.
    public static var type: CallbackType { .choice }

    /// The text to show before the choices; empty when the server sent none.
    public var prompt: String
    /// The labels of the choices; an answer is an index into them.
    public var choices: [String]
    /// The index that is chosen at first.
    public var defaultChoice: Int

    /// Makes a choice question of its members, which are taken unchecked. By default `defaultChoice` is `0`.
    public init(prompt: String, choices: [String], defaultChoice: Int = 0) {
        self.prompt = prompt
        self.choices = choices
        self.defaultChoice = defaultChoice
    }

    /// Reads the wire form; nil without `choices` in the documented form.
    public init?(_ callback: Callback) {
        guard let choices = callback.output("choices")?.strings else { return nil }
        self.init(
            prompt: callback.prompt, choices: choices,
            defaultChoice: callback.output("defaultChoice").flatMap(Callback.index) ?? 0)
    }

    /// The wire form, its inputs not yet numbered; the outputs are `prompt`, `choices` and `defaultChoice`.
    public var callback: Callback {
        let initial = JSONValue.integer(Int64(defaultChoice))
        return Callback(
            Self.type,
            output: [
                .init("prompt", .string(prompt)), .init("choices", .array(choices.map(JSONValue.string))),
                .init("defaultChoice", initial),
            ], input: [.init("", initial)])
    }

    /// The choice.
    public var keptInputs: [String] { [""] }

    /// The one input that carries the answer, named by the number of the callback alone.
    public func inputs(for answer: Int) -> [Callback.Field] { [.init("", answer)] }
    /// Reads the answer; nil when the client gave none.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when the input is no number, ``JourneyMessageError/Code/noSuchChoice`` when there
    ///   is no option of this index.
    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> Int? { try given.option(of: choices.count) }
}

/// `ConfirmationCallback`: a row of buttons.
public struct ConfirmationQuestion: Question {
    /// The type of callback that asks this, ``CallbackType/confirmation``.
    public static var type: CallbackType { .confirmation }

    /// The answer of a client whose user pressed no button.
    public static let nothingPressed = 100

    /// The text to show before the buttons; may be empty.
    public var prompt: String
    /// The importance of the text, an integer `messageType` on the wire.
    public var severity: TextStatement.Severity
    /// The buttons' labels.
    public var options: [String]
    /// The index of the button that is pressed by default; nil for none.
    public var defaultOption: Int?

    /// Makes a confirmation question of its members, which are taken unchecked. By default `defaultOption` is nil, `prompt` is empty, and
    /// `severity` is `.information`.
    public init(
        prompt: String = "", options: [String], defaultOption: Int? = nil, severity: TextStatement.Severity = .information
    ) {
        self.prompt = prompt
        self.options = options
        self.defaultOption = defaultOption
        self.severity = severity
    }

    /// A single button by which the user continues. A client that sends the step back as it came has pressed it.
    public init(acknowledgedBy label: String) { self.init(options: [label], defaultOption: 0) }

    /// Reads the wire form; nil without `options` in the documented form.
    public init?(_ callback: Callback) {
        guard let options = callback.output("options")?.strings else { return nil }
        let severity = callback.output("messageType").flatMap(Callback.index) ?? 0
        self.init(
            prompt: callback.prompt, options: options,
            defaultOption: callback.output("defaultOption").flatMap(Callback.index).flatMap { options.indices.contains($0) ? $0 : nil },
            severity: TextStatement.Severity(rawValue: severity) ?? .information)
    }

    /// The wire form: custom options (`optionType` −1), whose default and answer are indices.
    public var callback: Callback {
        Callback(
            Self.type,
            output: [
                .init("prompt", .string(prompt)), .init("messageType", .integer(Int64(severity.rawValue))),
                .init("options", .array(options.map(JSONValue.string))), .init("optionType", -1),
                .init("defaultOption", .integer(Int64(defaultOption ?? 0))),
            ], input: [.init("", defaultOption ?? Self.nothingPressed)])
    }

    /// The one input that carries the answer, named by the number of the callback alone.
    public func inputs(for answer: Int) -> [Callback.Field] { [.init("", answer)] }

    /// Reads the button that was pressed; the default one where the client left the answer as it was.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when the input is no number; ``JourneyMessageError/Code/noSuchChoice`` when there
    ///   is no button of this index.
    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> Int? {
        if given.isUntouched() { return defaultOption }
        return given[].flatMap(Callback.index) == Self.nothingPressed ? nil : try given.option(of: options.count)
    }
}

extension Callback {
    /// An index as a number or a numeric string (`docs/protocols/step-protocol.md` 0, rule 7).
    public static func index(_ value: JSONValue) -> Int? {
        value.integer.flatMap { Int(exactly: $0) } ?? value.string.flatMap { Int($0) }
    }
}
