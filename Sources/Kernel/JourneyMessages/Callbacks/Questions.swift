import Primitives

/// `NameCallback`: asks for a user name.
public struct NameQuestion: Sendable, Equatable {
    public var prompt: String
    public init(prompt: String) { self.prompt = prompt }

    /// The wire form, its input not yet numbered.
    public var callback: Callback { Callback(.name, output: [.init("prompt", .string(prompt))], input: [.init("", "")]) }
}

/// `PasswordCallback`: asks for something that must not be shown.
public struct PasswordQuestion: Sendable, Equatable {
    public var prompt: String
    public init(prompt: String) { self.prompt = prompt }

    public var callback: Callback { Callback(.password, output: [.init("prompt", .string(prompt))], input: [.init("", "")]) }
}

/// `TextInputCallback`: asks for a text.
public struct TextQuestion: Sendable, Equatable {
    public var prompt: String
    /// What the field shows at first; nil when it is empty.
    public var defaultText: String?

    public init(prompt: String, defaultText: String? = nil) {
        self.prompt = prompt
        self.defaultText = defaultText
    }

    public var callback: Callback {
        Callback(
            .textInput, output: [.init("prompt", .string(prompt)), .init("defaultText", .string(defaultText ?? ""))],
            input: [.init("", .string(defaultText ?? ""))])
    }
}

/// `HiddenValueCallback`: a value that the app computes and nobody sees.
public struct HiddenValue: Sendable, Equatable {
    /// What the value is for, such as `webAuthnOutcome`.
    public var id: String
    public var value: String

    public init(id: String, value: String) {
        self.id = id
        self.value = value
    }

    init?(_ callback: Callback) {
        guard let id = callback.output("id")?.string else { return nil }
        self.init(id: id, value: (callback.output("value") ?? callback.output("defaultValue"))?.string ?? "")
    }

    /// The wire form. The input starts as the id; a client that answers with it, or with `false`, has not answered.
    public var callback: Callback {
        Callback(
            .hiddenValue, output: [.init("value", .string(value)), .init("id", .string(id))], input: [.init("", .string(id))])
    }
}
