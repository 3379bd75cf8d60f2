import Primitives

/// `ReCaptchaCallback`: asks for the token of a CAPTCHA.
public struct CaptchaQuestion: Question {
    /// The type of callback that asks this, ``CallbackType/captcha``.
    public static var type: CallbackType { .captcha }

    /// The site's public key at the CAPTCHA's provider, `recaptchaSiteKey` on the wire.
    public var siteKey: String
    /// The provider's script and the class of the element that it fills; nil when the server didn't say.
    public var scriptURL: String?
    /// The CSS class of the element that the script fills, `captchaDivClass` on the wire; nil when the server didn't say.
    public var elementClass: String?
    /// Whether the score of a CAPTCHA without a puzzle decides, as with reCAPTCHA v3, so that the client runs it and shows nothing; nil when the
    /// server didn't say.
    public var isScored: Bool?

    /// Makes a captcha question of its members, which are taken unchecked. By default `scriptURL`, `elementClass` and `isScored` are nil.
    public init(siteKey: String, scriptURL: String? = nil, elementClass: String? = nil, isScored: Bool? = nil) {
        self.siteKey = siteKey
        self.scriptURL = scriptURL
        self.elementClass = elementClass
        self.isScored = isScored
    }

    /// Reads the wire form; nil without `recaptchaSiteKey` in the documented form.
    public init?(_ callback: Callback) {
        guard let siteKey = callback.text("recaptchaSiteKey") else { return nil }
        self.init(
            siteKey: siteKey, scriptURL: callback.text("captchaApiUri"), elementClass: callback.text("captchaDivClass"),
            isScored: callback.flag("reCaptchaV3"))
    }

    /// The wire form, its inputs not yet numbered; the outputs are `recaptchaSiteKey`, `captchaApiUri`, `captchaDivClass` and
    /// `reCaptchaV3`.
    public var callback: Callback {
        var output = [Callback.Field("recaptchaSiteKey", siteKey)]
        if let scriptURL { output.append(.init("captchaApiUri", scriptURL)) }
        if let elementClass { output.append(.init("captchaDivClass", elementClass)) }
        if let isScored { output.append(.init("reCaptchaV3", .bool(isScored))) }
        return Callback(Self.type, output: output, input: [.empty()])
    }

    /// The one input that carries the answer, named by the number of the callback alone.
    public func inputs(for answer: String) -> [Callback.Field] { [.init("", answer)] }
    /// Reads the answer; nil when the client gave none.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when an input is no text, ``JourneyMessageError/Code/tooLarge`` when it is longer
    ///   than ``StepLimits/document``.
    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> String? { try given.text(limit: StepLimits.document) }
}
