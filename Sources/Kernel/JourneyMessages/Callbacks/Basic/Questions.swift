public import Primitives

/// `NameCallback`: asks for a user name.
public struct NameQuestion: Question {
    public static var type: CallbackType { .name }

    public var prompt: String
    public init(prompt: String) { self.prompt = prompt }

    /// The wire form, its input not yet numbered.
    public var callback: Callback { Callback(Self.type, output: [.init("prompt", prompt)], input: [.empty()]) }

    public init?(_ callback: Callback) { self.init(prompt: callback.prompt) }
    public func inputs(for answer: String) -> [Callback.Field] { [.init("", answer)] }
    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> String? { try given.text() }
}

/// `PasswordCallback`: asks for something that must not be shown.
public struct PasswordQuestion: Question {
    public static var type: CallbackType { .password }

    public var prompt: String
    public init(prompt: String) { self.prompt = prompt }

    public var callback: Callback { Callback(Self.type, output: [.init("prompt", prompt)], input: [.empty()]) }

    public init?(_ callback: Callback) { self.init(prompt: callback.prompt) }
    public func inputs(for answer: Secret) -> [Callback.Field] { [.init("", answer.reveal())] }
    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> Secret? { try given.secret() }
}

/// `TextInputCallback`: asks for a text.
public struct TextQuestion: Question {
    public static var type: CallbackType { .textInput }

    public var prompt: String
    /// The text that the field shows at first; nil when it is empty.
    public var defaultText: String?

    public init(prompt: String, defaultText: String? = nil) {
        self.prompt = prompt
        self.defaultText = defaultText
    }

    public var callback: Callback {
        Callback(
            Self.type, output: [.init("prompt", prompt), .init("defaultText", defaultText ?? "")],
            input: [.init("", defaultText ?? "")])
    }

    public init?(_ callback: Callback) {
        self.init(prompt: callback.prompt, defaultText: callback.text("defaultText"))
    }

    public func inputs(for answer: String) -> [Callback.Field] { [.init("", answer)] }
    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> String? { try given.text() }
}

/// `HiddenValueCallback`: a value that the app computes and the user doesn't see.
public struct HiddenValue: Question {
    public static var type: CallbackType { .hiddenValue }

    /// The ids of values that a page shows as a QR code, for a phone to read.
    public static let codes: Set = ["devicePairing", "authenticationCode", "mfaDeviceRegistration"]

    /// The id of the number that a user is to pick or enter on the phone that was asked; a page shows it large.
    public static let pushNumber = "pushChallengeNumber"

    /// The purpose of the value, such as `webAuthnOutcome`.
    public var id: String
    public var value: String

    public init(id: String, value: String) {
        self.id = id
        self.value = value
    }

    public init?(_ callback: Callback) {
        guard let id = callback.text("id") else { return nil }
        self.init(id: id, value: callback.text("value") ?? callback.text("defaultValue") ?? "")
    }

    /// The wire form. The input starts as the id; a client that answers with it, or with `false`, has not answered.
    public var callback: Callback {
        Callback(
            Self.type, output: [.init("value", value), .init("id", id)], input: [.init("", id)])
    }

    public func inputs(for answer: String) -> [Callback.Field] { [.init("", answer)] }

    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> String? {
        let answer = try given.text(limit: StepLimits.document)
        return answer == id || answer == "false" ? nil : answer
    }
}
