import Foundation
public import JourneyMessages
import Primitives

extension StepForm {
    /// Looks for entries that can't be sent: a required row that is empty, a number that is none. Reasons of the server's stay with rows
    /// that hold what it refused.
    ///
    /// - Returns: whether the form can be sent.
    public mutating func check() -> Bool {
        var isGood = true
        for index in fields.indices {
            let found = fields[index].unsendable
            guard let found else { continue }
            fields[index].problems = [found]
            isGood = false
        }
        return isGood
    }

    /// Chooses or presses an option of a row.
    public mutating func select(_ option: Int, of field: FormField.ID) {
        guard let index = fields.firstIndex(where: { $0.id == field }), fields[index].options.indices.contains(option) else { return }
        fields[index].selection = option
    }

    /// Puts the entries into the step from which the form was made. Rows whose ids are in `others` are left as they are.
    public func fill(_ step: inout Step, except others: Set<FormField.ID> = []) {
        for field in fields where !others.contains(field.id) && step.callbacks.indices.contains(field.id) {
            field.fill(&step.callbacks[field.id])
        }
        for index in step.callbacks.indices {
            if case .language(let question) = step.callbacks[index].kind { step.answer(index, question, with: .current) }
        }
    }
}

extension FormField {
    /// The reason for which the entry can't be sent.
    fileprivate var unsendable: String? {
        let isEmpty = text.isEmpty
        if isRequired, isEmpty { return "\(label) is required" }
        if kind == .number, !isEmpty, number == nil { return "\(label) must be a number" }
        return nil
    }

    fileprivate var number: Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }

    fileprivate func fill(_ callback: inout Callback) {
        switch callback.kind {
        case .name(let question): callback.answer(question, with: text)
        case .password(let question): callback.answer(question, with: Secret(text))
        case .textInput(let question): callback.answer(question, with: text)
        case .validatedUsername(let question): callback.answer(question, with: AttributeAnswer(text))
        case .validatedPassword(let question): callback.answer(question, with: AttributeAnswer(Secret(text)))
        case .stringAttribute(let question): callback.answer(question, with: AttributeAnswer(text.isEmpty ? nil : text))
        case .numberAttribute(let question): callback.answer(question, with: AttributeAnswer(number))
        case .booleanAttribute(let question): callback.answer(question, with: AttributeAnswer(isOn))
        case .termsAndConditions(let question): callback.answer(question, with: isOn)
        case .consentMapping(let question): callback.answer(question, with: isOn)
        case .kbaCreate(let question):
            guard let asked = hasOwnQuestion ? ownQuestion : selection.map({ question.questions[$0] }) else { return }
            callback.answer(question, with: KBAAnswer(question: asked, answer: Secret(text)))
        default: fillSelection(&callback)
        }
    }

    private func fillSelection(_ callback: inout Callback) {
        guard let selection else { return }
        switch callback.kind {
        case .choice(let question): callback.answer(question, with: selection)
        case .confirmation(let question): callback.answer(question, with: selection)
        case .selectProvider(let question): callback.answer(question, with: question.providers[selection].name)
        default: break
        }
    }
}

extension LanguageAnswer {
    /// The user's language and country.
    fileprivate static var current: LanguageAnswer {
        let locale = Locale.current
        return LanguageAnswer(locale.language.languageCode?.identifier ?? "en", country: locale.region?.identifier)
    }
}
