public import Primitives

/// `ValidatedCreatePasswordCallback`: asks for a new password. Unlike other values it is never sent back to be corrected.
public struct ValidatedPasswordQuestion: Question {
    /// The type of callback that asks this, ``CallbackType/validatedPassword``.
    public static var type: CallbackType { .validatedPassword }

    /// The label of the field; empty when the server sent none.
    public var prompt: String
    /// The policies of the password, and those that the last one failed.
    public var check: PolicyCheck
    /// Whether the user may see what is typed.
    public var isShown: Bool

    /// Makes a validated password question of its members, which are taken unchecked. By default `check` is `PolicyCheck()`, and `isShown`
    /// is `false`.
    public init(prompt: String, check: PolicyCheck = PolicyCheck(), isShown: Bool = false) {
        self.prompt = prompt
        self.check = check
        self.isShown = isShown
    }

    /// Reads the wire form; outputs that are missing take their default values.
    public init?(_ callback: Callback) {
        self.init(prompt: callback.prompt, check: PolicyCheck(callback), isShown: callback.flag("echoOn") ?? false)
    }

    /// The wire form, its inputs not yet numbered; the outputs are `echoOn` and `prompt`.
    public var callback: Callback {
        Callback(
            Self.type, output: [.init("echoOn", isShown)] + check.output + [.init("prompt", prompt)],
            input: PolicyCheck.input(""))
    }

    /// The two inputs that carry the answer: the value, and `validateOnly`.
    public func inputs(for answer: AttributeAnswer<Secret>) -> [Callback.Field] { answer.inputs { .string($0.reveal()) } }

    /// Reads the answer; nil when the client gave none.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when an input is no text, ``JourneyMessageError/Code/tooLarge`` when it is longer
    ///   than ``StepLimits/text``.
    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> AttributeAnswer<Secret>? {
        try .read(given) { given throws(JourneyMessageError) in try given.secret() }
    }
}
