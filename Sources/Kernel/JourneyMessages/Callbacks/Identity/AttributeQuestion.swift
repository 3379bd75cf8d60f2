/// `StringAttributeInputCallback`, `NumberAttributeInputCallback`, `BooleanAttributeInputCallback`: ask for a property of the user.
public struct AttributeQuestion<Value: AttributeValue>: Question {
    /// The type of callback that asks for such a value, ``AttributeValue/callbackType``.
    public static var type: CallbackType { Value.callbackType }

    /// The property, such as `mail`; nested ones with slashes, as `preferences/marketing`.
    public var name: String
    /// The label of the field; empty when the server sent none.
    public var prompt: String
    /// Whether the field must not be left empty, `required` on the wire.
    public var isRequired: Bool
    /// The policies of the property, and those that the last value failed.
    public var check: PolicyCheck
    /// The value that the field shows at first; nil when it is empty.
    public var value: Value?

    /// Makes an attribute question of its members, which are taken unchecked. By default `value` is nil, `isRequired` is `false`, and
    /// `check` is `PolicyCheck()`.
    public init(
        _ name: String, prompt: String, isRequired: Bool = false, check: PolicyCheck = PolicyCheck(), value: Value? = nil
    ) {
        self.name = name
        self.prompt = prompt
        self.isRequired = isRequired
        self.check = check
        self.value = value
    }

    /// Reads the wire form; nil without `name` in the documented form.
    public init?(_ callback: Callback) {
        guard let name = callback.text("name") else { return nil }
        self.init(
            name, prompt: callback.prompt, isRequired: callback.flag("required") ?? false, check: PolicyCheck(callback),
            value: callback.output("value").flatMap(Value.init(json:)))
    }

    /// The wire form. Without a value the output `value` is left out, since some clients fail on `null`.
    public var callback: Callback {
        Callback(
            Self.type,
            output: [.init("name", name), .init("prompt", prompt), .init("required", isRequired)] + check.output
                + (value.map { [.init("value", $0.json)] } ?? []), input: PolicyCheck.input(value?.json ?? Value.unanswered))
    }

    /// The two inputs that carry the answer: the value, and `validateOnly`.
    public func inputs(for answer: AttributeAnswer<Value>) -> [Callback.Field] { answer.inputs(\.json) }

    /// Reads the answer; nil when the client gave none.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when an input has the wrong type; ``JourneyMessageError/Code/tooLarge`` when a text
    ///   is too long.
    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> AttributeAnswer<Value>? {
        try .read(given) { given throws(JourneyMessageError) in try Value.read(given) }
    }
}
