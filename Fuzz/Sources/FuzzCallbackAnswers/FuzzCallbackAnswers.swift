import JourneyMessages
import Primitives

/// The callbacks of a step and what a client answers to them. The kinds of questions read whatever is there without a fault, and a
/// question that is understood says the same when it is written and read again, and takes the answer that was given to it back.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCallbackAnswers(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = UnsafeBufferPointer(start: start, count: count)
    guard let json = try? JSONValue(parsing: bytes, limits: StepLimits.json), let step = try? Step(json: json) else { return 0 }
    let answers = Answers(step)
    for (index, callback) in step.callbacks.enumerated() {
        _ = callback.isMalformed
        for check in checks { check(callback, answers, index) }
    }
    return 0
}

private typealias Check = @Sendable (Callback, Answers, Int) -> Void

private let checks: [Check] = [
    check(NameQuestion.self), check(PasswordQuestion.self), check(TextQuestion.self), check(HiddenValue.self),
    check(ChoiceQuestion.self), check(ConfirmationQuestion.self), check(LanguageQuestion.self),
    check(ValidatedUsernameQuestion.self), check(ValidatedPasswordQuestion.self), check(AttributeQuestion<String>.self),
    check(AttributeQuestion<Double>.self), check(AttributeQuestion<Bool>.self), check(KBAQuestion.self), check(TermsQuestion.self),
    check(ConsentQuestion.self), check(ProviderChoice.self), check(ProviderSignIn.self), check(CaptchaQuestion.self),
    check(EnterpriseCaptchaQuestion.self), check(DeviceProfileQuestion.self), check(DeviceBindingQuestion.self),
    check(DeviceSigningQuestion.self), check(AppIntegrityQuestion.self), check(ProtectInitialization.self),
    check(ProtectEvaluation.self),
]

/// A callback is read, despite its type, as each of the questions: foreign outputs and foreign answers must harm none.
private func check<Asked: Question>(_ type: Asked.Type) -> Check where Asked.Answer: Equatable {
    { callback, answers, index in
        guard let question = Asked(callback) else { return }
        // Foreign outputs are put right when they are written first, and stay the same from then on.
        let written = question.callback
        guard let again = Asked(written) else { fatalError("\(Asked.self) doesn't read what it wrote") }
        precondition(again.callback == written, "\(Asked.self) writes what it wrote differently")
        guard let answer = try? answers.answer(to: question, at: index) else { return }
        var step = Step(authID: "", callbacks: Step.numbered([written]))
        step.answer(0, question, with: answer)
        let back = try? Answers(step).answer(to: question, at: 0)
        precondition(back == answer, "\(Asked.self) doesn't get back what was answered")
    }
}
