package import JourneyMessages
import Primitives

/// Asks for a CAPTCHA of reCAPTCHA Enterprise and has it assessed. It must be the first on its page (`docs/protocols/step-protocol.md` 0,
/// rule 9).
package struct EnterpriseCaptcha: NodeDeclaration {
    package static let type = NodeType(
        "product-CaptchaEnterpriseNode", alias: "enterpriseCaptcha", title: "reCAPTCHA Enterprise",
        "Asks for a CAPTCHA of reCAPTCHA Enterprise and has it assessed.", interaction: .always, repetition: .atFields, standsOnPage: true)
    package static let settings = [
        NodeSetting<Self>("projectId", \.project, required: true, "The project."),
        NodeSetting<Self>("siteKey", \.siteKey, required: true, "The site's public key."),
        NodeSetting<Self>("secretLabelIdentifier", \.secret, required: true, "The label of the realm's secret that is the API key."),
        NodeSetting<Self>("scoreThreshold", \.threshold, "The least score that is enough, 0.0 to 1.0."),
        NodeSetting<Self>("storeAssessmentResult", \.keepsResult, "Whether the assessment is kept in the state."),
        NodeSetting<Self>("storeErrors", \.keepsErrors, "Whether the reason is kept in the state when there is no assessment."),
        NodeSetting<Self>("divClass", \.elementClass, "The class of the element that the script fills."),
        NodeSetting<Self>("captchaUri", \.base, "The API's address."),
        NodeSetting<Self>("apiUri", \.scriptURL, "The provider's script."),
    ]
    package static let state = StateUse(
        reads: ["CaptchaEnterpriseNode.PAYLOAD"], writes: ["CaptchaEnterpriseNode.ASSESSMENT_RESULT", "CaptchaEnterpriseNode.FAILURE"])

    package var project = ""
    package var siteKey = ""
    package var secret = ""
    package var threshold = "0.0"
    package var keepsResult = false
    package var keepsErrors = false
    package var elementClass = "g-recaptcha"
    package var base = "https://recaptchaenterprise.googleapis.com/v1"
    package var scriptURL = "https://www.google.com/recaptcha/enterprise.js"
    package let outcomes = [Outcome.yes, Outcome.no]

    package init() {}

    package var callbacks: [CallbackType] { [.enterpriseCaptcha] }

    package var objections: [SettingObjection] {
        var found = CaptchaSettings.objections(url: base, in: "captchaUri") + CaptchaSettings.objections(url: scriptURL, in: "apiUri")
        found += CaptchaSettings.objections(score: threshold)
        if project.contains(where: { !$0.isASCII || !($0.isLetter || $0.isNumber || "-_:.".contains($0)) }) {
            found.append(SettingObjection("projectId", "is no project's id"))
        }
        return found
    }
}
