import Primitives

/// `ValidatedCreateUsernameCallback`: asks for a user name for a new account.
public struct ValidatedUsernameQuestion: Question {
    public static var type: CallbackType { .validatedUsername }

    public var prompt: String
    public var check: PolicyCheck
    /// The text that the field shows at first, say the name that failed; nil when it is empty.
    public var value: String?

    public init(prompt: String, check: PolicyCheck = PolicyCheck(), value: String? = nil) {
        self.prompt = prompt
        self.check = check
        self.value = value
    }

    public init?(_ callback: Callback) {
        self.init(prompt: callback.prompt, check: PolicyCheck(callback), value: callback.text("value"))
    }

    public var callback: Callback {
        Callback(
            Self.type,
            output: check.output + [.init("prompt", prompt)] + (value.map { [.init("value", $0)] } ?? []),
            input: PolicyCheck.input(.string(value ?? "")))
    }

    public func inputs(for answer: AttributeAnswer<String>) -> [Callback.Field] { answer.inputs { .string($0) } }

    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> AttributeAnswer<String>? {
        try .read(given) { given throws(JourneyMessageError) in try given.text() }
    }
}
