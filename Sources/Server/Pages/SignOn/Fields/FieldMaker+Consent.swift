import JourneyMessages

extension FieldMaker {
    /// The box to tick for a question that is answered by yes or no; nil for others.
    func checkBox(_ kind: CallbackKind, at index: Int) -> FieldView.CheckBox? {
        guard var box = box(kind) else { return nil }
        box.problems = problems(kind.failedPolicies, at: index)
        box.describedBy = description(box.problems, isWrong: false)
        return box
    }

    private func box(_ kind: CallbackKind) -> FieldView.CheckBox? {
        switch kind {
        case .booleanAttribute(let question):
            FieldView.CheckBox(caption: question.prompt, isTicked: question.value ?? false, isObligatory: question.isRequired)
        case .termsAndConditions(let question):
            FieldView.CheckBox(
                caption: phrases.acceptTerms, isObligatory: true,
                preface: FieldView.Preface(title: "\(phrases.terms) \(question.version)", text: question.terms))
        case .consentMapping(let question):
            FieldView.CheckBox(
                caption: phrases.shareData, isObligatory: question.isRequired,
                preface: FieldView.Preface(
                    title: question.displayName, text: question.message,
                    listing: question.fields.isEmpty ? nil : FieldView.Listing(points: question.fields)))
        default: nil
        }
    }

    func securityQuestion(_ question: KBAQuestion, hasFocus: Bool) -> FieldView.SecurityQuestion {
        FieldView.SecurityQuestion(
            legend: question.prompt, questions: question.questions, chooseLabel: phrases.chooseQuestion, answerLabel: phrases.answer,
            ownLabel: question.allowsOwnQuestion ? phrases.ownQuestion : nil,
            focusesOnAnswer: hasFocus)
    }
}
