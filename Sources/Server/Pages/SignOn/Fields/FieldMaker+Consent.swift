import JourneyMessages
import Primitives

extension FieldMaker {
    /// The box to tick for a question that is answered by yes or no; nil for others.
    func checkBox(_ kind: CallbackKind, _ callback: Callback) -> FieldView.CheckBox? {
        let isTicked = callback.initial()?.bool ?? false
        return switch kind {
        case .booleanAttribute(let question):
            FieldView.CheckBox(caption: question.prompt, isTicked: question.value ?? false, isObligatory: question.isRequired)
        case .termsAndConditions(let question):
            FieldView.CheckBox(
                caption: phrases.acceptTerms, isTicked: isTicked, isObligatory: true,
                preface: FieldView.Preface(title: "\(phrases.terms) \(question.version)", text: question.terms))
        case .consentMapping(let question):
            FieldView.CheckBox(
                caption: phrases.shareData, isTicked: isTicked, isObligatory: question.isRequired,
                preface: FieldView.Preface(
                    title: question.displayName, text: question.message,
                    listing: question.fields.isEmpty ? nil : FieldView.Listing(points: question.fields)))
        default: nil
        }
    }

    /// Makes the field of a security question. Of several that were never answered each begins with another question: two of a user's may
    /// not be the same.
    func securityQuestion(_ question: KBAQuestion, _ callback: Callback, at index: Int) -> FieldView.SecurityQuestion {
        let given = callback.initial("question")?.string.flatMap { $0.isEmpty ? nil : $0 }
        let ordinal = securityQuestions.firstIndex(of: index) ?? 0
        let first = question.questions.isEmpty ? nil : question.questions[ordinal % question.questions.count]
        let chosen = given.flatMap { question.questions.contains($0) ? $0 : nil } ?? first
        let isAboutQuestion = callback.failedPolicies.contains { $0.requirement == .distinct }
        return FieldView.SecurityQuestion(
            legend: question.prompt, questions: question.questions.map { .init(text: $0, isChosen: $0 == chosen) },
            chooseLabel: phrases.chooseQuestion, answerLabel: phrases.answer,
            ownLabel: question.allowsOwnQuestion ? phrases.ownQuestion : nil,
            own: given.flatMap { question.questions.contains($0) ? nil : $0 } ?? "",
            focusesOnQuestion: index == focused && isAboutQuestion, focusesOnAnswer: index == focused && !isAboutQuestion)
    }
}
