import JourneyMessages
import Primitives
import Translations

extension FieldMaker {
    /// The box to tick for a question that is answered by yes or no; nil for others.
    func checkBox(_ kind: CallbackKind, _ callback: Callback) -> FieldView.CheckBox? {
        let isTicked = callback.initial()?.bool ?? false
        return switch kind {
        case .booleanAttribute(let question):
            // A box that isn't ticked is an answer too, so that none has to be.
            FieldView.CheckBox(caption: question.prompt, isTicked: question.value ?? false, isObligatory: false)
        case .termsAndConditions(let question):
            FieldView.CheckBox(
                caption: phrases.acceptTerms, isTicked: isTicked, isObligatory: true,
                preface: FieldView.Preface(title: "\(phrases.terms) \(question.version)", text: question.terms, textLanguage: termsLanguage)
            )
        case .consentMapping(let question):
            FieldView.CheckBox(
                caption: phrases.shareData, isTicked: isTicked, isObligatory: question.isRequired,
                preface: FieldView.Preface(
                    title: question.displayName, text: question.message,
                    listing: question.fields.isEmpty ? nil : FieldView.Listing(points: question.fields)))
        default: nil
        }
    }

    /// Makes the field of a security question. No two of a page begin with the same question, since two of a user's may not be the same:
    /// where there are fewer questions than fields, the rest begin with none.
    func securityQuestion(_ question: KBAQuestion, _ callback: Callback, at index: Int) -> FieldView.SecurityQuestion {
        let given = callback.initial("question")?.string.flatMap { $0.isEmpty ? nil : $0 }
        let chosen = chosenQuestions[index]
        let isAboutQuestion = callback.failedPolicies.contains { $0.requirement == .distinct }
        return FieldView.SecurityQuestion(
            legend: question.prompt, questions: question.questions.map { .init(text: $0, isChosen: $0 == chosen) },
            unchosen: chosen == nil ? phrases.form.choose : nil,
            chooseLabel: phrases.chooseQuestion, answerLabel: phrases.answer,
            ownLabel: question.allowsOwnQuestion ? phrases.ownQuestion : nil,
            own: given.flatMap { question.questions.contains($0) ? nil : $0 } ?? "",
            focusesOnQuestion: index == focused && isAboutQuestion, focusesOnAnswer: index == focused && !isAboutQuestion)
    }

    /// The question that each security question's menu begins with, by the field's place: what was chosen before, unless an earlier field has
    /// it, else the first of those on offer that no other field has.
    static func chosenQuestions(_ kinds: [CallbackKind], _ callbacks: [Callback]) -> [Int: String] {
        let asked = kinds.indices.compactMap { index in
            if case .kbaCreate(let question) = kinds[index] { (index: index, question: question) } else { nil }
        }
        var chosen: [Int: String] = [:]
        var written: Set<Int> = []
        for (index, question) in asked {
            guard let given = callbacks[index].initial("question")?.string, !given.isEmpty else { continue }
            guard question.questions.contains(given) else {
                written.insert(index)
                continue
            }
            if !chosen.values.contains(given) { chosen[index] = given }
        }
        for (index, question) in asked where chosen[index] == nil && !written.contains(index) {
            chosen[index] = question.questions.first { !chosen.values.contains($0) }
        }
        return chosen
    }
}
