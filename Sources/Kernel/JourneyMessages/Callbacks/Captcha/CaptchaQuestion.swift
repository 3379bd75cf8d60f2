/// `ReCaptchaCallback`: asks for the token of a CAPTCHA.
public struct CaptchaQuestion: Question {
    public static var type: CallbackType { .captcha }

    public var siteKey: String
    /// The provider's script and the class of the element that it fills; nil when the server didn't say.
    public var scriptURL: String?
    public var elementClass: String?

    public init(siteKey: String, scriptURL: String? = nil, elementClass: String? = nil) {
        self.siteKey = siteKey
        self.scriptURL = scriptURL
        self.elementClass = elementClass
    }

    public init?(_ callback: Callback) {
        guard let siteKey = callback.text("recaptchaSiteKey") else { return nil }
        self.init(siteKey: siteKey, scriptURL: callback.text("captchaApiUri"), elementClass: callback.text("captchaDivClass"))
    }

    public var callback: Callback {
        var output = [Callback.Field("recaptchaSiteKey", siteKey)]
        if let scriptURL { output.append(.init("captchaApiUri", scriptURL)) }
        if let elementClass { output.append(.init("captchaDivClass", elementClass)) }
        return Callback(Self.type, output: output, input: [.empty()])
    }

    public func inputs(for answer: String) -> [Callback.Field] { [.init("", answer)] }
    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> String? { try given.text(limit: StepLimits.document) }
}
