import Foundation
import JourneyMessages
import Primitives

/// Asks for a CAPTCHA of reCAPTCHA v2 or v3, hCaptcha or Turnstile, and has its provider say whether it was solved.
///
/// No answer of the provider is an answer that it wasn't. A token is looked at once: the run's ticket is spent before.
struct Captcha: JourneyNode {
    static let type = NodeType(
        "product-CaptchaNode", alias: "captcha", title: "CAPTCHA", "Asks for a CAPTCHA and has its provider verify it.",
        interaction: .always, standsOnPage: true)
    static let settings = [
        NodeSetting<Self>("siteKey", \.siteKey, required: true, "The site's public key."),
        NodeSetting<Self>("secretLabelIdentifier", \.secret, required: true, "The label of the realm's secret that is the secret key."),
        NodeSetting<Self>("captchaUri", \.verifyURL, "Where the provider verifies."),
        NodeSetting<Self>("apiUri", \.scriptURL, "The provider's script."),
        NodeSetting<Self>("divClass", \.elementClass, "The class of the element that the script fills."),
        NodeSetting<Self>("reCaptchaV3", \.isScored, "Whether the score decides, as with reCAPTCHA v3."),
        NodeSetting<Self>("scoreThreshold", \.threshold, "The least score that is enough, 0.0 to 1.0."),
        NodeSetting<Self>(
            "disableSubmission", \.waits, "Whether AM's page holds its form back; here a step without a token is asked again."
        )
        .inert("a step without a token is asked again in any case"),
    ]

    var siteKey = ""
    var secret = ""
    var verifyURL = "https://www.google.com/recaptcha/api/siteverify"
    var scriptURL = "https://www.google.com/recaptcha/api.js"
    var elementClass = "g-recaptcha"
    var isScored = false
    var threshold = "0.0"
    var waits = true
    let outcomes = [Outcome.yes, Outcome.no]
    var callbacks: [CallbackType] { [.captcha] }

    var objections: [SettingObjection] {
        CaptchaSettings.objections(url: verifyURL, in: "captchaUri") + CaptchaSettings.objections(url: scriptURL, in: "apiUri")
            + CaptchaSettings.objections(score: threshold)
    }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let question = CaptchaQuestion(siteKey: siteKey, scriptURL: scriptURL, elementClass: elementClass, isScored: isScored)
        guard let token = turn.ask(question) else { return .waiting }
        let means = try await turn.captchaMeans(secret)
        try await turn.spend()
        let provider = SiteVerification(url: verifyURL, secret: means.secret, siteKey: tiedSiteKey, http: means.http)
        let refusal: String?
        do { refusal = self.refusal(try await provider.verdict(on: token)) } catch { refusal = error.description }
        guard let refusal else { return .outcome(Outcome.yes) }
        try await turn.recordFailure("CAPTCHA: \(refusal)")
        return .outcome(Outcome.no)
    }

    /// The reason for which the answer isn't enough; nil when it is.
    private func refusal(_ verdict: CaptchaVerdict) -> String? {
        guard verdict.isValid else { return "not solved \(verdict.reasons.joined(separator: " "))" }
        guard isScored else { return nil }
        guard let score = verdict.score, let least = Double(threshold) else { return "the provider gave no score" }
        return score >= least ? nil : "the score \(score) is below \(least)"
    }

    private var tiedSiteKey: String? {
        let host = URL(string: verifyURL)?.host() ?? ""
        return host == "hcaptcha.com" || host.hasSuffix(".hcaptcha.com") ? siteKey : nil
    }
}
