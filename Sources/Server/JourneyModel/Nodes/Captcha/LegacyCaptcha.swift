package import JourneyMessages

/// Asks for a CAPTCHA of reCAPTCHA v2, as older journeys do.
package struct LegacyCaptcha: NodeDeclaration {
    package static let type = NodeType(
        "product-ReCaptchaNode", alias: "legacyCaptcha", title: "Legacy CAPTCHA", "Asks for a CAPTCHA of reCAPTCHA v2 and has it verified.",
        interaction: .always, repetition: .atFields, standsOnPage: true)
    package static let settings = [
        NodeSetting<Self>("siteKey", \.captcha.siteKey, required: true, "The site's public key."),
        // AM has the key itself in the journey, which an export leaves out.
        NodeSetting<Self>("secretLabelIdentifier", \.captcha.secret, "The label of the realm's secret that is the secret key.").ours,
        NodeSetting<Self>("reCaptchaUri", \.captcha.verifyURL, "The address at which the provider verifies."),
        NodeSetting<Self>("apiUri", \.captcha.scriptURL, "The provider's script."),
        NodeSetting<Self>("divClass", \.captcha.elementClass, "The class of the element that the script fills."),
    ]

    package var captcha: Captcha

    package init() {
        captcha = Captcha()
        captcha.secret = "captcha"
    }

    package var outcomes: [String] { captcha.outcomes }
    package var callbacks: [CallbackType] { captcha.callbacks }

    package var objections: [SettingObjection] {
        CaptchaSettings.objections(url: captcha.verifyURL, in: "reCaptchaUri")
            + CaptchaSettings.objections(url: captcha.scriptURL, in: "apiUri")
    }
}
