import JourneyMessages
import Primitives
import Translations

extension FieldMaker {
    /// The box for a question that is answered by typing; nil for others.
    func textBox(_ kind: CallbackKind, _ callback: Callback) -> FieldView.TextBox? {
        guard var box = Self.box(kind, callback) else { return nil }
        // HTML, autofill detail tokens: what has a browser show passkeys among its suggestions.
        if suggestsPasskeys, box.autocomplete == "username" { box.autocomplete = "username webauthn" }
        if box.type == "password" { box.reveal = FieldView.Reveal(caption: phrases.form.show) }
        return box
    }

    private static func box(_ kind: CallbackKind, _ callback: Callback) -> FieldView.TextBox? {
        switch kind {
        case .name(let question):
            FieldView.TextBox(
                label: question.prompt, initial: callback.initial()?.string ?? "", autocomplete: "username", isVerbatim: true)
        case .password(let question):
            FieldView.TextBox(label: question.prompt, type: "password", autocomplete: "current-password", isVerbatim: true)
        case .textInput(let question):
            FieldView.TextBox(label: question.prompt, initial: callback.initial()?.string ?? question.defaultText ?? "")
        case .validatedUsername(let question):
            FieldView.TextBox(
                label: question.prompt, initial: question.value ?? "", autocomplete: "username", isVerbatim: true, isObligatory: true)
        case .validatedPassword(let question):
            FieldView.TextBox(
                label: question.prompt, type: question.isShown ? "text" : "password", autocomplete: "new-password", isVerbatim: true,
                isObligatory: true)
        case .stringAttribute(let question):
            box(question)
        case .numberAttribute(let question):
            FieldView.TextBox(
                label: question.prompt, type: "number", initial: question.value?.json.text ?? "", isFractional: true,
                isObligatory: question.isRequired)
        default: nil
        }
    }

    private static func box(_ question: AttributeQuestion<String>) -> FieldView.TextBox {
        let purpose = purposes[question.name]
        return FieldView.TextBox(
            label: question.prompt, type: purpose?.type ?? "text", initial: question.value ?? "",
            autocomplete: purpose?.autocomplete ?? "on", isVerbatim: purpose?.type == "email", isObligatory: question.isRequired)
    }

    /// The browsers' names for the usual properties of a user (WHATWG HTML §4.10.18.7.1).
    private static let purposes: [String: (type: String, autocomplete: String)] = [
        "userName": ("text", "username"), "mail": ("email", "email"), "givenName": ("text", "given-name"),
        "sn": ("text", "family-name"), "displayName": ("text", "name"), "telephoneNumber": ("tel", "tel"),
        "postalAddress": ("text", "street-address"), "city": ("text", "address-level2"), "stateProvince": ("text", "address-level1"),
        "postalCode": ("text", "postal-code"), "country": ("text", "country-name"), "birthDate": ("date", "bday"),
    ]
}
