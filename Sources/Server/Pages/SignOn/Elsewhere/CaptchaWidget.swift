import JourneyMessages
import Primitives

/// A provider of CAPTCHAs whose script the page loads, and what that script may load in turn.
///
/// Only these are: the pages run no script but theirs, and what a provider's script needs must be known by name.
struct CaptchaWidget: Sendable, Equatable {
    /// The beginning of the addresses of its scripts.
    let scripts: String
    let script: String
    let elementClass: String
    /// The field that its script adds to the form.
    let field: String
    /// The source expressions (CSP3 §2.3.1) for scripts, frames, connections and styles.
    let sources: [String]

    static let all = [
        CaptchaWidget(
            scripts: "https://www.google.com/recaptcha/", script: "https://www.google.com/recaptcha/api.js",
            elementClass: "g-recaptcha", field: "g-recaptcha-response",
            sources: [
                "https://www.google.com/recaptcha/", "https://www.gstatic.com/recaptcha/", "https://recaptcha.google.com/recaptcha/",
            ]),
        CaptchaWidget(
            scripts: "https://js.hcaptcha.com/", script: "https://js.hcaptcha.com/1/api.js", elementClass: "h-captcha",
            field: "h-captcha-response", sources: ["https://hcaptcha.com", "https://*.hcaptcha.com"]),
        CaptchaWidget(
            scripts: "https://challenges.cloudflare.com/turnstile/",
            script: "https://challenges.cloudflare.com/turnstile/v0/api.js", elementClass: "cf-turnstile",
            field: "cf-turnstile-response", sources: ["https://challenges.cloudflare.com"]),
    ]

    /// The provider of a CAPTCHA, with the script that the callback names; nil when it is none of these, or the callback is no CAPTCHA.
    init?(of kind: CallbackKind) {
        let named: String?
        switch kind {
        case .captcha(let question): named = question.scriptURL.nonEmpty
        case .enterpriseCaptcha(let question):
            named = Optional(question.scriptURL).nonEmpty ?? "https://www.google.com/recaptcha/enterprise.js"
        default: return nil
        }
        let script = named ?? Self.all[0].script
        guard let known = Self.all.first(where: { script.hasPrefix($0.scripts) }) else { return nil }
        self.init(
            scripts: known.scripts, script: script, elementClass: known.elementClass, field: known.field, sources: known.sources)
    }

    private init(scripts: String, script: String, elementClass: String, field: String, sources: [String]) {
        self.scripts = scripts
        self.script = script
        self.elementClass = elementClass
        self.field = field
        self.sources = sources
    }
}

extension Step {
    var captchaProvider: CaptchaWidget? { callbacks.lazy.compactMap { CaptchaWidget(of: $0.kind) }.first }
}
