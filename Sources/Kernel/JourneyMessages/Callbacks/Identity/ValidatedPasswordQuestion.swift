public import Primitives

/// `ValidatedCreatePasswordCallback`: asks for a new password. Unlike other values it is never sent back to be corrected.
public struct ValidatedPasswordQuestion: Question {
    public static var type: CallbackType { .validatedPassword }

    public var prompt: String
    public var check: PolicyCheck
    /// Whether the user may see what is typed.
    public var isShown: Bool

    public init(prompt: String, check: PolicyCheck = PolicyCheck(), isShown: Bool = false) {
        self.prompt = prompt
        self.check = check
        self.isShown = isShown
    }

    public init?(_ callback: Callback) {
        self.init(prompt: callback.prompt, check: PolicyCheck(callback), isShown: callback.flag("echoOn") ?? false)
    }

    public var callback: Callback {
        Callback(
            Self.type, output: [.init("echoOn", isShown)] + check.output + [.init("prompt", prompt)],
            input: PolicyCheck.input(""))
    }

    public func inputs(for answer: AttributeAnswer<Secret>) -> [Callback.Field] { answer.inputs { .string($0.reveal()) } }

    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> AttributeAnswer<Secret>? {
        try .read(given) { given throws(JourneyMessageError) in try given.secret() }
    }
}
