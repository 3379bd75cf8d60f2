public import JourneyMessages
import Primitives

/// One row of a form: a text to show, or a callback that the user answers.
public struct FormField: Sendable, Equatable, Identifiable {
    /// The index of the callback in its step.
    public let id: Int
    /// The prompt or the text, in the language of the server's answer.
    public let label: String
    /// The kind of control that fits.
    public let kind: Kind
    /// True for a row that must not be left empty.
    public let isRequired: Bool
    /// The text, secret, number or answer that the user typed.
    public var text = ""
    /// The state of a switch.
    public var isOn = false
    /// The index of the option that the user chose or pressed; nil for none.
    public var selection: Int?
    /// The user's own security question.
    public var ownQuestion = ""
    /// The problems of the answer: the server's reasons, or what ``StepForm/check()`` found.
    public internal(set) var problems: [String] = []

    /// The kinds of controls.
    public enum Kind: Sendable, Equatable {
        /// A text that asks nothing.
        case statement(TextStatement.Severity)
        /// A line of text.
        case text(TextUse)
        /// A text that isn't shown while it is typed, unless the user may see it (`canBeShown`); `isNew` for a new password.
        case secret(isNew: Bool, canBeShown: Bool)
        /// A number.
        case number
        /// A switch.
        case toggle
        /// One of several options.
        case choice([String])
        /// A security question, one of several or the user's own, and its answer. The option after the last one is the user's own question.
        case securityQuestion([String], allowsOwn: Bool)
        /// Terms to accept by a switch, with their version; the label is their text.
        case terms(version: String)
        /// The consent, by a switch, to share the listed data.
        case consent([String])
        /// A row of buttons, each of which sends the form.
        case buttons([String])
        /// The providers to sign in with, by buttons, each of which sends the form.
        case providers([Provider])
        /// A callback that no control answers.
        case unsupported(CallbackType)
    }

    /// The use of a line of text, by which keyboards and password managers differ.
    public enum TextUse: Sendable, Equatable {
        /// Any text.
        case plain
        /// The name of an account.
        case userName
        /// The name of an account that is made.
        case newUserName
    }

    init(_ id: Int, _ label: String, _ kind: Kind, isRequired: Bool = false) {
        self.id = id
        self.label = label
        self.kind = kind
        self.isRequired = isRequired
    }

    /// The options to choose among or to press.
    public var options: [String] {
        switch kind {
        case .choice(let options), .buttons(let options): options
        case .securityQuestion(let questions, let allowsOwn): questions + (allowsOwn ? ["My own question"] : [])
        case .providers(let providers):
            providers.map(Self.title)
        default: []
        }
    }

    private static func title(of provider: Provider) -> String {
        if provider.isLocal { return "User name and password" }
        let name = provider.button?.displayName ?? ""
        return name.isEmpty ? provider.name : name
    }

    /// True for a security question that the user wrote.
    public var hasOwnQuestion: Bool {
        if case .securityQuestion(let questions, allowsOwn: true) = kind { selection == questions.count } else { false }
    }

    /// Whether pressing one of the options sends the form.
    public var sends: Bool {
        switch kind {
        case .buttons, .providers: true
        default: false
        }
    }

    /// Whether the user has nothing to do with the row but to read it.
    var isStatement: Bool {
        switch kind {
        case .statement, .unsupported: true
        default: false
        }
    }
}
