import Primitives

/// `ReCaptchaCallback`: asks for the token of a CAPTCHA.
public struct CaptchaQuestion: Question {
    public static var type: CallbackType { .captcha }

    public var siteKey: String
    /// The provider's script and the class of the element that it fills; nil when the server didn't say.
    public var scriptURL: String?
    public var elementClass: String?
    /// Whether the score of a CAPTCHA without a puzzle decides, as with reCAPTCHA v3, so that the client runs it and shows nothing; nil when the
    /// server didn't say.
    public var isScored: Bool?

    public init(siteKey: String, scriptURL: String? = nil, elementClass: String? = nil, isScored: Bool? = nil) {
        self.siteKey = siteKey
        self.scriptURL = scriptURL
        self.elementClass = elementClass
        self.isScored = isScored
    }

    public init?(_ callback: Callback) {
        guard let siteKey = callback.text("recaptchaSiteKey") else { return nil }
        self.init(
            siteKey: siteKey, scriptURL: callback.text("captchaApiUri"), elementClass: callback.text("captchaDivClass"),
            isScored: callback.flag("reCaptchaV3"))
    }

    public var callback: Callback {
        var output = [Callback.Field("recaptchaSiteKey", siteKey)]
        if let scriptURL { output.append(.init("captchaApiUri", scriptURL)) }
        if let elementClass { output.append(.init("captchaDivClass", elementClass)) }
        if let isScored { output.append(.init("reCaptchaV3", .bool(isScored))) }
        return Callback(Self.type, output: output, input: [.empty()])
    }

    public func inputs(for answer: String) -> [Callback.Field] { [.init("", answer)] }
    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> String? { try given.text(limit: StepLimits.document) }
}
