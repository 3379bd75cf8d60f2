public import Primitives

/// `NameCallback`: asks for a user name.
public struct NameQuestion: Question {
    /// The type of callback that asks this, ``CallbackType/name``.
    public static var type: CallbackType { .name }

    /// The label of the field; empty when the server sent none.
    public var prompt: String
    /// Whether the field keeps what was typed when the step is asked again. Some ask for codes by this callback, and a code is a secret.
    public var keepsAnswer: Bool

    /// Makes a name question of its members, which are taken unchecked. By default `keepsAnswer` is `false`.
    public init(prompt: String, keepsAnswer: Bool = false) {
        self.prompt = prompt
        self.keepsAnswer = keepsAnswer
    }

    /// The wire form, its input not yet numbered.
    public var callback: Callback { Callback(Self.type, output: [.init("prompt", prompt)], input: [.empty()]) }

    /// Reads the wire form; outputs that are missing take their default values.
    public init?(_ callback: Callback) { self.init(prompt: callback.prompt) }
    /// The name, where the field keeps it.
    public var keptInputs: [String] { keepsAnswer ? [""] : [] }

    /// The one input that carries the answer, named by the number of the callback alone.
    public func inputs(for answer: String) -> [Callback.Field] { [.init("", answer)] }
    /// Reads the answer; nil when the client gave none.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when an input is no text, ``JourneyMessageError/Code/tooLarge`` when it is longer
    ///   than ``StepLimits/text``.
    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> String? { try given.text() }
}

/// `PasswordCallback`: asks for something that must not be shown.
public struct PasswordQuestion: Question {
    /// The type of callback that asks this, ``CallbackType/password``.
    public static var type: CallbackType { .password }

    /// The label of the field; empty when the server sent none.
    public var prompt: String
    /// Makes a password question of its `prompt`, which is taken unchecked.
    public init(prompt: String) { self.prompt = prompt }

    /// The wire form, its inputs not yet numbered; the output is `prompt`.
    public var callback: Callback { Callback(Self.type, output: [.init("prompt", prompt)], input: [.empty()]) }

    /// Reads the wire form; outputs that are missing take their default values.
    public init?(_ callback: Callback) { self.init(prompt: callback.prompt) }
    /// The one input that carries the answer, named by the number of the callback alone.
    public func inputs(for answer: Secret) -> [Callback.Field] { [.init("", answer.reveal())] }
    /// Reads the answer; nil when the client gave none.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when an input is no text, ``JourneyMessageError/Code/tooLarge`` when it is longer
    ///   than ``StepLimits/text``.
    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> Secret? { try given.secret() }
}

/// `TextInputCallback`: asks for a text.
public struct TextQuestion: Question {
    /// The type of callback that asks this, ``CallbackType/textInput``.
    public static var type: CallbackType { .textInput }

    /// The label of the field; empty when the server sent none.
    public var prompt: String
    /// The text that the field shows at first; nil when it is empty.
    public var defaultText: String?

    /// Makes a text question of its members, which are taken unchecked. By default `defaultText` is nil.
    public init(prompt: String, defaultText: String? = nil) {
        self.prompt = prompt
        self.defaultText = defaultText
    }

    /// The wire form, its inputs not yet numbered; the outputs are `prompt` and `defaultText`.
    public var callback: Callback {
        Callback(
            Self.type, output: [.init("prompt", prompt), .init("defaultText", defaultText ?? "")],
            input: [.init("", defaultText ?? "")])
    }

    /// Reads the wire form; outputs that are missing take their default values.
    public init?(_ callback: Callback) {
        self.init(prompt: callback.prompt, defaultText: callback.text("defaultText"))
    }

    /// The text.
    public var keptInputs: [String] { [""] }

    /// The one input that carries the answer, named by the number of the callback alone.
    public func inputs(for answer: String) -> [Callback.Field] { [.init("", answer)] }
    /// Reads the answer; nil when the client gave none.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when an input is no text, ``JourneyMessageError/Code/tooLarge`` when it is longer
    ///   than ``StepLimits/text``.
    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> String? { try given.text() }
}

/// `HiddenValueCallback`: a value that the app computes and the user doesn't see.
public struct HiddenValue: Question {
    /// The type of callback that asks this, ``CallbackType/hiddenValue``.
    public static var type: CallbackType { .hiddenValue }

    /// The ids of values that a page shows as a QR code, for a phone to read.
    public static let codes: Set = [
        "devicePairing", "authenticationCode", "mfaDeviceRegistration", "orchestrationRequest", "identityVerification",
    ]

    /// The id of the number that a user is to pick or enter on the phone that was asked; a page shows it large.
    public static let pushNumber = "pushChallengeNumber"

    /// The id of the value that takes signals beside the metadata that stand for ``ProtectEvaluation``.
    public static let riskSignals = "pingone_risk_evaluation_signals"

    /// The id of the value that takes a client's error beside metadata.
    public static let clientError = "clientError"

    /// The purpose of the value, such as `webAuthnOutcome`.
    public var id: String
    /// The value that the server gives the app; read from `defaultValue` when there is no `value`, and empty without either.
    public var value: String

    /// Makes a hidden value of its members, which are taken unchecked.
    public init(id: String, value: String) {
        self.id = id
        self.value = value
    }

    /// Reads the wire form; nil without `id` in the documented form.
    public init?(_ callback: Callback) {
        guard let id = callback.text("id") else { return nil }
        self.init(id: id, value: callback.text("value") ?? callback.text("defaultValue") ?? "")
    }

    /// The wire form. The input starts as the id; a client that answers with it, or with `false`, has not answered.
    public var callback: Callback {
        Callback(
            Self.type, output: [.init("value", value), .init("id", id)], input: [.init("", id)])
    }

    /// The one input that carries the answer, named by the number of the callback alone.
    public func inputs(for answer: String) -> [Callback.Field] { [.init("", answer)] }

    /// Reads the answer; nil when the client gave none.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when an input is no text, ``JourneyMessageError/Code/tooLarge`` when it is longer
    ///   than ``StepLimits/document``.
    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> String? {
        let answer = try given.text(limit: StepLimits.document)
        return answer == id || answer == "false" ? nil : answer
    }
}
