import JourneyMessages
import Primitives

extension FormField {
    /// The row of a callback; nil for those that show and ask nothing, and for those that the device answers.
    init?(_ id: Int, _ callback: Callback) {
        let kind = callback.kind
        switch CallbackPart(kind) {
        case .device, .suggestion, .hidden: return nil
        case .unsupported: self.init(id, "This app can't answer \(callback.type)", .unsupported(callback.type))
        case .row:
            guard let field = Self.statement(id, kind) ?? Self.entry(id, kind) ?? Self.identity(id, kind) ?? Self.pick(id, kind) else {
                return nil
            }
            self = field
        }
    }

    private static func statement(_ id: Int, _ kind: CallbackKind) -> FormField? {
        switch kind {
        case .textOutput(let statement), .suspendedTextOutput(let statement):
            FormField(id, statement.message, .statement(statement.severity))
        case .pollingWait(let wait): FormField(id, wait.message, .statement(.information))
        default: nil
        }
    }

    private static func entry(_ id: Int, _ kind: CallbackKind) -> FormField? {
        switch kind {
        case .name(let question): return FormField(id, question.prompt, .text(.userName))
        case .password(let question): return FormField(id, question.prompt, .secret(isNew: false, canBeShown: false))
        case .textInput(let question):
            var field = FormField(id, question.prompt, .text(.plain))
            field.text = question.defaultText ?? ""
            return field
        case .validatedUsername(let question):
            var field = FormField(id, question.prompt, .text(.newUserName))
            field.text = question.value ?? ""
            return field
        case .validatedPassword(let question):
            return FormField(id, question.prompt, .secret(isNew: true, canBeShown: question.isShown))
        default: return nil
        }
    }

    private static func identity(_ id: Int, _ kind: CallbackKind) -> FormField? {
        switch kind {
        case .stringAttribute(let question):
            var field = FormField(id, question.label, .text(.plain), isRequired: question.isRequired)
            field.text = question.value ?? ""
            return field
        case .numberAttribute(let question):
            var field = FormField(id, question.label, .number, isRequired: question.isRequired)
            field.text = question.value?.json.text ?? ""
            return field
        case .booleanAttribute(let question):
            var field = FormField(id, question.label, .toggle)
            field.isOn = question.value ?? false
            return field
        case .kbaCreate(let question):
            var field = FormField(id, question.prompt, .securityQuestion(question.questions, allowsOwn: question.allowsOwnQuestion))
            field.selection = question.questions.isEmpty && !question.allowsOwnQuestion ? nil : 0
            return field
        case .termsAndConditions(let question): return FormField(id, question.terms, .terms(version: question.version))
        case .consentMapping(let question):
            let label = question.message.isEmpty ? question.displayName : question.message
            return FormField(id, label, .consent(question.fields))
        default: return nil
        }
    }

    private static func pick(_ id: Int, _ kind: CallbackKind) -> FormField? {
        switch kind {
        case .choice(let question):
            var field = FormField(id, question.prompt, .choice(question.choices))
            field.selection = question.choices.indices.contains(question.defaultChoice) ? question.defaultChoice : nil
            return field
        case .confirmation(let question): return FormField(id, question.prompt, .buttons(question.options))
        case .selectProvider(let question): return FormField(id, "", .providers(question.providers))
        default: return nil
        }
    }
}

extension AttributeQuestion {
    fileprivate var label: String { prompt.isEmpty ? name : prompt }
}
