package import JourneyMessages
import Primitives

/// Asks for a CAPTCHA of reCAPTCHA v2 or v3, hCaptcha or Turnstile, and has its provider say whether it was solved.
///
/// No answer of the provider is an answer that it wasn't. A token is looked at once: the run's ticket is spent before.
package struct Captcha: NodeDeclaration {
    package static let type = NodeType(
        "product-CaptchaNode", alias: "captcha", title: "CAPTCHA", "Asks for a CAPTCHA and has its provider verify it.",
        interaction: .always, repetition: .atFields, standsOnPage: true)
    package static let settings = [
        NodeSetting<Self>("siteKey", \.siteKey, required: true, "The site's public key."),
        NodeSetting<Self>("secretLabelIdentifier", \.secret, required: true, "The label of the realm's secret that is the secret key."),
        NodeSetting<Self>("captchaUri", \.verifyURL, "The address at which the provider verifies."),
        NodeSetting<Self>("apiUri", \.scriptURL, "The provider's script."),
        NodeSetting<Self>("divClass", \.elementClass, "The class of the element that the script fills."),
        NodeSetting<Self>("reCaptchaV3", \.isScored, "Whether the score decides, as with reCAPTCHA v3."),
        NodeSetting<Self>("scoreThreshold", \.threshold, "The least score that is enough, 0.0 to 1.0."),
        NodeSetting<Self>(
            "disableSubmission", \.waits, "Whether AM's page holds its form back; here a step without a token is asked again."
        )
        .inert("a step without a token is asked again in any case"),
    ]

    package var siteKey = ""
    package var secret = ""
    package var verifyURL = "https://www.google.com/recaptcha/api/siteverify"
    package var scriptURL = "https://www.google.com/recaptcha/api.js"
    package var elementClass = "g-recaptcha"
    package var isScored = false
    package var threshold = "0.0"
    package var waits = true
    package let outcomes = [Outcome.yes, Outcome.no]

    package init() {}

    package var callbacks: [CallbackType] { [.captcha] }

    package var objections: [SettingObjection] {
        CaptchaSettings.objections(url: verifyURL, in: "captchaUri") + CaptchaSettings.objections(url: scriptURL, in: "apiUri")
            + CaptchaSettings.objections(score: threshold)
    }
}
