public import Primitives

/// A callback of a known type, read from the wire form; each case has a type of its own in this folder.
public enum CallbackKind: Sendable, Equatable {
    case name(NameQuestion)
    case password(PasswordQuestion)
    case textInput(TextQuestion)
    case textOutput(TextStatement)
    case choice(ChoiceQuestion)
    case confirmation(ConfirmationQuestion)
    case hiddenValue(HiddenValue)
    case pollingWait(PollingWait)
    case metadata(JSONValue)
    /// A type that this version doesn't know: carried through untouched.
    case unknown
}

extension Callback {
    /// What kind of callback this is. A known type whose outputs make no sense is ``CallbackKind/unknown``.
    public var kind: CallbackKind {
        switch type {
        case .name: .name(NameQuestion(prompt: prompt))
        case .password: .password(PasswordQuestion(prompt: prompt))
        case .textInput: .textInput(TextQuestion(prompt: prompt, defaultText: output("defaultText")?.string))
        case .textOutput: TextStatement(self).map(CallbackKind.textOutput) ?? .unknown
        case .choice: ChoiceQuestion(self).map(CallbackKind.choice) ?? .unknown
        case .confirmation: ConfirmationQuestion(self).map(CallbackKind.confirmation) ?? .unknown
        case .hiddenValue: HiddenValue(self).map(CallbackKind.hiddenValue) ?? .unknown
        case .pollingWait: PollingWait(self).map(CallbackKind.pollingWait) ?? .unknown
        case .metadata: output("data").map(CallbackKind.metadata) ?? .unknown
        default: .unknown
        }
    }

    var prompt: String { output("prompt")?.string ?? "" }

    /// Sets the value of the single or main input.
    mutating func setMainInput(_ value: JSONValue) {
        if input.isEmpty { input.append(Field("", value)) } else { input[0].value = value }
    }
}
