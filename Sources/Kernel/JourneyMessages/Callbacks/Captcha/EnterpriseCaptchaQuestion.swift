public import Primitives

/// `ReCaptchaEnterpriseCallback`: asks for the token of a CAPTCHA that is told what it is for.
///
/// It must be the first callback of its step: the SDK for browsers writes to `IDToken1` whatever its place
/// (`docs/protocols/step-protocol.md` 0, rule 9).
public struct EnterpriseCaptchaQuestion: Question {
    /// The type of callback that asks this, ``CallbackType/enterpriseCaptcha``.
    public static var type: CallbackType { .enterpriseCaptcha }

    /// The site's public key at the CAPTCHA's provider, `recaptchaSiteKey` on the wire.
    public var siteKey: String
    /// The provider's script and the class of the element that it fills.
    public var scriptURL: String
    /// The CSS class of the element that the script fills, `captchaDivClass` on the wire; empty when the server didn't say.
    public var elementClass: String

    /// Makes an enterprise captcha question of its members, which are taken unchecked. By default `scriptURL` and `elementClass` are empty.
    public init(siteKey: String, scriptURL: String = "", elementClass: String = "") {
        self.siteKey = siteKey
        self.scriptURL = scriptURL
        self.elementClass = elementClass
    }

    /// Reads the wire form; nil without `recaptchaSiteKey` in the documented form.
    public init?(_ callback: Callback) {
        guard let siteKey = callback.text("recaptchaSiteKey") else { return nil }
        self.init(
            siteKey: siteKey, scriptURL: callback.text("captchaApiUri") ?? "",
            elementClass: callback.text("captchaDivClass") ?? "")
    }

    /// The wire form, its inputs not yet numbered; the outputs are `recaptchaSiteKey`, `captchaApiUri` and `captchaDivClass`.
    public var callback: Callback {
        Callback(
            Self.type,
            output: [
                .init("recaptchaSiteKey", siteKey), .init("captchaApiUri", scriptURL), .init("captchaDivClass", elementClass),
            ], input: [.empty("token"), .empty("action"), .empty("clientError"), .empty("payload")])
    }

    /// The inputs that carry the answer: `token`, `action`, `clientError` and `payload`.
    public func inputs(for answer: CaptchaOutcome) -> [Callback.Field] {
        [
            .init("token", answer.token ?? ""), .init("action", answer.action ?? ""),
            .init("clientError", answer.clientError ?? ""), .init("payload", answer.payload.map { .string($0.text) } ?? ""),
        ]
    }

    /// nil when there is neither token nor error.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when an input has the wrong type, or the payload is no JSON object;
    ///   ``JourneyMessageError/Code/tooLarge`` when a text is too long.
    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> CaptchaOutcome? {
        let outcome = CaptchaOutcome(
            token: try given.text("token", limit: StepLimits.document), action: try given.text("action"),
            clientError: try given.text("clientError"), payload: try payload(given))
        return outcome.token == nil && outcome.clientError == nil ? nil : outcome
    }

    /// An object, or as the mobile SDKs send it, a text that holds one.
    private func payload(_ given: GivenInputs) throws(JourneyMessageError) -> JSONValue? {
        if let object = given["payload"]?.object { return try payload(JSONValue.object(object).text) }
        guard let text = try given.text("payload", limit: StepLimits.document) else { return nil }
        return try payload(text)
    }

    private func payload(_ text: String) throws(JourneyMessageError) -> JSONValue {
        let limits = JSONLimits(bytes: StepLimits.document, depth: 32, values: 10_000)
        guard let json = try? JSONValue(parsing: text, limits: limits), json.object != nil else {
            throw JourneyMessageError(.malformed, "the payload of the CAPTCHA is no JSON object, or too large")
        }
        return json
    }
}

/// The result of a CAPTCHA.
public struct CaptchaOutcome: Sendable, Equatable {
    /// The provider's token; nil when the client has none.
    public var token: String?
    /// The user's action that it guards, such as `login`.
    public var action: String?
    /// The client's reason for bringing no token.
    public var clientError: String?
    /// More for the provider's assessment: a JSON object.
    public var payload: JSONValue?

    /// Makes a captcha outcome of its members, which are taken unchecked. By default `clientError` and `payload` are nil, and `action` is
    /// `login`.
    public init(token: String?, action: String? = "login", clientError: String? = nil, payload: JSONValue? = nil) {
        self.token = token
        self.action = action
        self.clientError = clientError
        self.payload = payload
    }
}
