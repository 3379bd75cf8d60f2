import JourneyMessages
import Primitives
import Translations

extension FieldMaker {
    /// Makes the fields that are for a device or an app: a CAPTCHA, whose script runs in browsers too, and things of which a page without
    /// script can only say that it can't do them, so that the journey takes its way for that.
    func device(_ kind: CallbackKind, at index: Int) -> FieldView? {
        var field = FieldView(fieldName: Step.inputName(index))
        switch kind {
        case .captcha(let question):
            guard let provider = CaptchaWidget(of: kind) else { return unsupported(field) }
            field.captcha = captcha(provider, question.siteKey, token: Step.inputName(index))
        case .enterpriseCaptcha(let question):
            guard let provider = CaptchaWidget(of: kind) else { return unsupported(field) }
            field.captcha = captcha(provider, question.siteKey, token: Step.inputName(index, suffix: "token"))
            field.captcha?.extra = [.init(extraName: Step.inputName(index, suffix: "action"), extraContent: "login")]
        case .protectInitialization where collectsSignals:
            field.sensor = FieldView.Sensor(.init("start", Step.inputName(index, suffix: "clientError"), Self.unsupportedError))
        case .protectEvaluation where collectsSignals:
            field.sensor = FieldView.Sensor(
                .init("data", Step.inputName(index, suffix: "signals"), ""),
                .init("failure", Step.inputName(index, suffix: "clientError"), Self.unsupportedError))
        case .deviceBinding, .deviceSigning, .appIntegrity, .protectInitialization, .protectEvaluation:
            field = FieldView(fieldName: Step.inputName(index, suffix: "clientError"))
            field.hiddenValue = FieldView.Hidden(content: Self.unsupportedError)
        case .language:
            field = FieldView(fieldName: Step.inputName(index, suffix: "Language"))
            field.hiddenValue = FieldView.Hidden(content: phrases.language.rawValue)
        case .redirect(let redirect) where RedirectView(redirect, phrases) != nil: return nil
        default: return unsupported(field)
        }
        return field
    }

    /// The error of a client that can't do what is asked (`docs/protocols/step-protocol.md` 8.1).
    private static let unsupportedError = "Unsupported"

    private func captcha(_ provider: CaptchaWidget, _ siteKey: String, token: String) -> FieldView.Captcha {
        FieldView.Captcha(
            elementClass: provider.elementClass, siteKey: siteKey, scriptless: phrases.needsScript, tokenInput: token)
    }

    private func unsupported(_ field: FieldView) -> FieldView {
        var field = field
        field.notice = FieldView.Notice(message: phrases.unsupported, kind: "warning", role: "note")
        return field
    }
}
