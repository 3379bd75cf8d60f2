package import JourneyMessages
import Primitives

/// What a browser posts from a ``SignOnPage``.
package struct SignOnSubmission: Sendable, Equatable {
    /// The token against cross-site requests, for the caller to compare.
    package var csrfToken: String
    /// The answered step, with nothing but the sealed state and the inputs.
    package var step: Step
    package var authID: String { step.authID }
    package var answers: Answers { Answers(step) }

    /// Reads the decoded fields of the form; nil when state or token is missing. Fields of other names are left alone.
    package init?(fields: some Sequence<(name: String, value: String)>) {
        var inputs: [Callback.Field] = []
        var authID: String?
        var csrfToken: String?
        for field in fields {
            switch field.name {
            case Self.stateField: authID = authID ?? field.value
            case PageForm.csrfField: csrfToken = csrfToken ?? field.value
            default: inputs.append(Callback.Field(field.name, .string(field.value)))
            }
        }
        guard let authID, let csrfToken else { return nil }
        self.csrfToken = csrfToken
        step = Step(authID: authID, callbacks: [Callback("", input: inputs)])
    }

    /// The name of the field with the sealed state of the step.
    package static let stateField = "state"
}
