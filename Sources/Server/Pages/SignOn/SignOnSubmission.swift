package import JourneyMessages
import Primitives

/// The form that a browser posts from a ``SignOnPage``.
package struct SignOnSubmission: Sendable, Equatable {
    /// The token against cross-site requests, for the caller to compare.
    package var csrfToken: String
    /// The answered step, with nothing but the sealed state and the inputs.
    package var step: Step
    /// The signals that the page has collected; nil when it brought none.
    package var signals: String?
    /// The sealed state of the step.
    package var authID: String { step.authID }
    package var answers: Answers { Answers(step) }

    /// Reads the decoded fields of the form; nil when state or token is missing. Fields of other names are left alone.
    package init?(fields: some Sequence<(name: String, value: String)>) {
        var inputs: [Callback.Field] = []
        var token: (input: String?, value: String?)
        var own: [Callback.Field] = []
        var authID: String?
        var csrfToken: String?
        for field in fields {
            switch field.name {
            case Self.stateField: authID = authID ?? field.value
            case Self.signalsField: signals = signals ?? (field.value.isEmpty ? nil : field.value)
            case PageForm.csrfField: csrfToken = csrfToken ?? field.value
            case Self.captchaField: token.input = token.input ?? field.value
            case let name where Self.captchaFields.contains(name): token.value = token.value ?? field.value
            case let name where name.hasPrefix(Self.ownPrefix):
                if !field.value.isEmpty { own.append(Callback.Field(String(name.dropFirst(Self.ownPrefix.count)), .string(field.value))) }
            default: inputs.append(Callback.Field(field.name, .string(field.value)))
            }
        }
        guard let authID, let csrfToken else { return nil }
        self.csrfToken = csrfToken
        if let input = token.input, let value = token.value { inputs.append(Callback.Field(input, .string(value))) }
        step = Step(authID: authID, callbacks: [Callback("", input: own + inputs)])
    }

    /// The name of the field that says which input the token of a CAPTCHA is for, and those in which providers put it.
    private static let captchaField = "captcha"
    private static let captchaFields = Set(CaptchaWidget.all.map(\.field))

    /// The beginning of the name of a field that, when it is filled in, counts before the menu beside it.
    private static let ownPrefix = "own."

    /// The name of the field with the page's signals.
    static let signalsField = "signals"

    /// The name of the field with the sealed state of the step.
    package static let stateField = "state"
}
