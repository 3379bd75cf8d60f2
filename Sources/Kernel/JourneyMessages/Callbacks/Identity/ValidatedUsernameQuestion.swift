import Primitives

/// `ValidatedCreateUsernameCallback`: asks for a user name for a new account.
public struct ValidatedUsernameQuestion: Question {
    /// The type of callback that asks this, ``CallbackType/validatedUsername``.
    public static var type: CallbackType { .validatedUsername }

    /// The label of the field; empty when the server sent none.
    public var prompt: String
    /// The policies of the name, and those that the last one failed.
    public var check: PolicyCheck
    /// The text that the field shows at first, say the name that failed; nil when it is empty.
    public var value: String?

    /// Makes a validated username question of its members, which are taken unchecked. By default `value` is nil, and `check` is
    /// `PolicyCheck()`.
    public init(prompt: String, check: PolicyCheck = PolicyCheck(), value: String? = nil) {
        self.prompt = prompt
        self.check = check
        self.value = value
    }

    /// Reads the wire form; outputs that are missing take their default values.
    public init?(_ callback: Callback) {
        self.init(prompt: callback.prompt, check: PolicyCheck(callback), value: callback.text("value"))
    }

    /// The wire form, its inputs not yet numbered; the outputs are `prompt` and `value`.
    public var callback: Callback {
        Callback(
            Self.type,
            output: check.output + [.init("prompt", prompt)] + (value.map { [.init("value", $0)] } ?? []),
            input: PolicyCheck.input(.string(value ?? "")))
    }

    /// The two inputs that carry the answer: the value, and `validateOnly`.
    public func inputs(for answer: AttributeAnswer<String>) -> [Callback.Field] { answer.inputs { .string($0) } }

    /// Reads the answer; nil when the client gave none.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when an input is no text, ``JourneyMessageError/Code/tooLarge`` when it is longer
    ///   than ``StepLimits/text``.
    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> AttributeAnswer<String>? {
        try .read(given) { given throws(JourneyMessageError) in try given.text() }
    }
}
