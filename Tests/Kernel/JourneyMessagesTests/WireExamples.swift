import JourneyMessages
import Primitives
import Testing

/// A callback as the reference writes it, and the question that it is.
struct WireExample: Sendable, CustomTestStringConvertible {
    let type: String
    let json: String
    let callback: Callback
    let kind: CallbackKind

    var testDescription: String { type }

    init(_ question: some Question, _ kind: CallbackKind, _ json: String) {
        self.init(callback: question.callback, kind, json)
    }

    init(callback: Callback, _ kind: CallbackKind, _ json: String) {
        type = callback.type.name
        self.callback = callback
        self.kind = kind
        self.json = json
    }
}

extension WireExample {
    static let all = identity + federation + devices + risk

    private static let lengthPolicy = AttributePolicy("minimum-length", [.minimumLength], ["minLength": 3])
    private static let username = ValidatedUsernameQuestion(
        prompt: "Username",
        check: PolicyCheck(
            AttributePolicies(of: "userName", [AttributePolicy("valid-type", [.validType], ["types": ["string"]]), lengthPolicy]),
            failed: [FailedPolicy(.minimumLength, ["minLength": 3])]))
    private static let password = ValidatedPasswordQuestion(prompt: "Password")
    private static let mail = AttributeQuestion<String>("mail", prompt: "Email", isRequired: true, value: "a@b.example")
    private static let age = AttributeQuestion<Double>("age", prompt: "Age", value: 41.5)
    private static let marketing = AttributeQuestion<Bool>("preferences/marketing", prompt: "Send me news", value: true)
    private static let kba = KBAQuestion(prompt: "Select a security question", questions: ["Name of your first school?"])
    private static let terms = TermsQuestion(version: "1.0", terms: "Be kind.", created: "2026-01-01T00:00:00Z")
    private static let consent = ConsentQuestion(
        "managedUser_managedUser", displayName: "Marketing", icon: "i.png", accessLevel: "Actual Profile", isRequired: true,
        message: "May we?", fields: ["mail"])

    private static let identity: [WireExample] = [
        WireExample(
            username, .validatedUsername(username),
            #"""
            {"type":"ValidatedCreateUsernameCallback","output":[{"name":"policies","value":{"policyRequirements":["VALID_TYPE","MIN_LENGTH"],"fallbackPolicies":null,"name":"userName","policies":[{"policyId":"valid-type","policyRequirements":["VALID_TYPE"],"params":{"types":["string"]}},{"policyId":"minimum-length","policyRequirements":["MIN_LENGTH"],"params":{"minLength":3}}],"conditionalPolicies":null}},{"name":"failedPolicies","value":["{\"policyRequirement\":\"MIN_LENGTH\",\"params\":{\"minLength\":3}}"]},{"name":"validateOnly","value":false},{"name":"prompt","value":"Username"}],"input":[{"name":"IDToken1","value":""},{"name":"IDToken1validateOnly","value":false}]}
            """#),
        WireExample(
            password, .validatedPassword(password),
            #"""
            {"type":"ValidatedCreatePasswordCallback","output":[{"name":"echoOn","value":false},{"name":"policies","value":{}},{"name":"failedPolicies","value":[]},{"name":"validateOnly","value":false},{"name":"prompt","value":"Password"}],"input":[{"name":"IDToken1","value":""},{"name":"IDToken1validateOnly","value":false}]}
            """#),
        WireExample(
            mail, .stringAttribute(mail),
            #"""
            {"type":"StringAttributeInputCallback","output":[{"name":"name","value":"mail"},{"name":"prompt","value":"Email"},{"name":"required","value":true},{"name":"policies","value":{}},{"name":"failedPolicies","value":[]},{"name":"validateOnly","value":false},{"name":"value","value":"a@b.example"}],"input":[{"name":"IDToken1","value":"a@b.example"},{"name":"IDToken1validateOnly","value":false}]}
            """#),
        WireExample(
            age, .numberAttribute(age),
            #"""
            {"type":"NumberAttributeInputCallback","output":[{"name":"name","value":"age"},{"name":"prompt","value":"Age"},{"name":"required","value":false},{"name":"policies","value":{}},{"name":"failedPolicies","value":[]},{"name":"validateOnly","value":false},{"name":"value","value":41.5}],"input":[{"name":"IDToken1","value":41.5},{"name":"IDToken1validateOnly","value":false}]}
            """#),
        WireExample(
            marketing, .booleanAttribute(marketing),
            #"""
            {"type":"BooleanAttributeInputCallback","output":[{"name":"name","value":"preferences/marketing"},{"name":"prompt","value":"Send me news"},{"name":"required","value":false},{"name":"policies","value":{}},{"name":"failedPolicies","value":[]},{"name":"validateOnly","value":false},{"name":"value","value":true}],"input":[{"name":"IDToken1","value":true},{"name":"IDToken1validateOnly","value":false}]}
            """#),
        WireExample(
            kba, .kbaCreate(kba),
            #"""
            {"type":"KbaCreateCallback","output":[{"name":"prompt","value":"Select a security question"},{"name":"predefinedQuestions","value":["Name of your first school?"]},{"name":"allowUserDefinedQuestions","value":true}],"input":[{"name":"IDToken1question","value":""},{"name":"IDToken1answer","value":""}]}
            """#),
        WireExample(
            terms, .termsAndConditions(terms),
            #"""
            {"type":"TermsAndConditionsCallback","output":[{"name":"version","value":"1.0"},{"name":"terms","value":"Be kind."},{"name":"createDate","value":"2026-01-01T00:00:00Z"}],"input":[{"name":"IDToken1","value":false}]}
            """#),
        WireExample(
            consent, .consentMapping(consent),
            #"""
            {"type":"ConsentMappingCallback","output":[{"name":"name","value":"managedUser_managedUser"},{"name":"displayName","value":"Marketing"},{"name":"icon","value":"i.png"},{"name":"accessLevel","value":"Actual Profile"},{"name":"isRequired","value":true},{"name":"message","value":"May we?"},{"name":"fields","value":["mail"]}],"input":[{"name":"IDToken1","value":false}]}
            """#),
        WireExample(
            LanguageQuestion(), .language(LanguageQuestion()),
            #"{"type":"LanguageCallback","output":[],"input":[{"name":"IDToken1Language","value":""},{"name":"IDToken1Country","value":""}]}"#
        ),
        WireExample(
            callback: TextStatement("An email has been sent.").suspendedCallback,
            .suspendedTextOutput(TextStatement("An email has been sent.")),
            #"{"type":"SuspendedTextOutputCallback","output":[{"name":"message","value":"An email has been sent."},{"name":"messageType","value":"0"}]}"#
        ),
    ]

    private static var google: Provider.Button {
        var button = Provider.Button(displayName: "Google")
        button.image = "images/g.png"
        button.style = "background-color: #fff;"
        button.hoverStyle = "color: #000;"
        button.iconClass = "fa-google"
        button.iconColor = "white"
        button.iconBackground = "#4184f3"
        return button
    }

    private static let choice = ProviderChoice([Provider("google", button: google), Provider(Provider.local)])
    private static let signIn = ProviderSignIn(
        "apple-ios", clientID: "c", redirectURI: "app://cb", scopes: ["openid"], nonce: "n", acceptsJSON: true)
    private static let redirect = Redirect("https://idp.example/authorize?state=1", setsTrackingCookie: true)
    private static let form = Redirect("https://idp.example/saml", method: .post, data: ["SAMLRequest": "x"])

    private static let federation: [WireExample] = [
        WireExample(
            choice, .selectProvider(choice),
            #"""
            {"type":"SelectIdPCallback","output":[{"name":"providers","value":[{"provider":"google","uiConfig":{"buttonDisplayName":"Google","buttonClass":"","buttonImage":"images/g.png","buttonCustomStyle":"background-color: #fff;","buttonCustomStyleHover":"color: #000;","iconClass":"fa-google","iconFontColor":"white","iconBackground":"#4184f3"}},{"provider":"localAuthentication"}]},{"name":"value","value":""}],"input":[{"name":"IDToken1","value":""}]}
            """#),
        WireExample(
            signIn, .identityProvider(signIn),
            #"""
            {"type":"IdPCallback","output":[{"name":"provider","value":"apple-ios"},{"name":"clientId","value":"c"},{"name":"redirectUri","value":"app://cb"},{"name":"scopes","value":["openid"]},{"name":"nonce","value":"n"},{"name":"acrValues","value":[]},{"name":"request","value":""},{"name":"requestUri","value":""},{"name":"acceptsJSON","value":true}],"input":[{"name":"IDToken1token","value":""},{"name":"IDToken1token_type","value":""}]}
            """#),
        WireExample(
            callback: redirect.callback, .redirect(redirect),
            #"""
            {"type":"RedirectCallback","output":[{"name":"redirectUrl","value":"https://idp.example/authorize?state=1"},{"name":"redirectMethod","value":"GET"},{"name":"trackingCookie","value":true}]}
            """#),
        WireExample(
            callback: form.callback, .redirect(form),
            #"""
            {"type":"RedirectCallback","output":[{"name":"redirectUrl","value":"https://idp.example/saml"},{"name":"redirectMethod","value":"POST"},{"name":"trackingCookie","value":false},{"name":"redirectData","value":{"SAMLRequest":"x"}}]}
            """#),
    ]

    private static let profile = DeviceProfileQuestion(metadata: true, location: false, message: "Looking")
    private static let prompt = DevicePrompt(
        title: "Confirm it is you", subtitle: "Link this phone", description: "Confirm with your fingerprint")
    private static let binding = DeviceBindingQuestion(
        userID: "id=demo", username: "demo", authentication: .biometricAllowFallback, challenge: "NqhY", prompt: prompt,
        wantsAttestation: false)
    private static let quantumBinding = DeviceBindingQuestion(
        userID: "id=demo", username: "demo", authentication: .none, challenge: "NqhY", furtherAlgorithms: ["ML-DSA-65"])
    private static let signing = DeviceSigningQuestion(userID: nil, challenge: "NqhY", prompt: prompt)
    private static let play = AppIntegrityQuestion.playIntegrity(requestType: "Classic", projectNumber: "7", nonce: "bm8")
    private static let attest = AppIntegrityQuestion.appAttest(challenge: "c", attestation: nil)

    private static let devices: [WireExample] = [
        WireExample(
            profile, .deviceProfile(profile),
            #"""
            {"type":"DeviceProfileCallback","output":[{"name":"metadata","value":true},{"name":"location","value":false},{"name":"message","value":"Looking"}],"input":[{"name":"IDToken1","value":""}]}
            """#),
        WireExample(
            binding, .deviceBinding(binding),
            #"""
            {"type":"DeviceBindingCallback","output":[{"name":"userId","value":"id=demo"},{"name":"username","value":"demo"},{"name":"authenticationType","value":"BIOMETRIC_ALLOW_FALLBACK"},{"name":"challenge","value":"NqhY"},{"name":"title","value":"Confirm it is you"},{"name":"subtitle","value":"Link this phone"},{"name":"description","value":"Confirm with your fingerprint"},{"name":"timeout","value":60},{"name":"attestation","value":false}],"input":[{"name":"IDToken1jws","value":""},{"name":"IDToken1deviceName","value":""},{"name":"IDToken1deviceId","value":""},{"name":"IDToken1clientError","value":""}]}
            """#),
        WireExample(
            quantumBinding, .deviceBinding(quantumBinding),
            #"""
            {"type":"DeviceBindingCallback","output":[{"name":"userId","value":"id=demo"},{"name":"username","value":"demo"},{"name":"authenticationType","value":"NONE"},{"name":"challenge","value":"NqhY"},{"name":"title","value":""},{"name":"subtitle","value":""},{"name":"description","value":""},{"name":"timeout","value":60},{"name":"furtherAlgorithms","value":["ML-DSA-65"]}],"input":[{"name":"IDToken1jws","value":""},{"name":"IDToken1deviceName","value":""},{"name":"IDToken1deviceId","value":""},{"name":"IDToken1clientError","value":""}]}
            """#),
        WireExample(
            signing, .deviceSigning(signing),
            #"""
            {"type":"DeviceSigningVerifierCallback","output":[{"name":"userId","value":""},{"name":"challenge","value":"NqhY"},{"name":"title","value":"Confirm it is you"},{"name":"subtitle","value":"Link this phone"},{"name":"description","value":"Confirm with your fingerprint"},{"name":"timeout","value":60}],"input":[{"name":"IDToken1jws","value":""},{"name":"IDToken1clientError","value":""}]}
            """#),
        WireExample(
            play, .appIntegrity(play),
            #"""
            {"type":"AppIntegrityCallback","output":[{"name":"requestType","value":"Classic"},{"name":"projectNumber","value":"7"},{"name":"nonce","value":"bm8"}],"input":[{"name":"IDToken1token","value":""},{"name":"IDToken1clientError","value":""}]}
            """#),
        WireExample(
            attest, .appIntegrity(attest),
            #"""
            {"type":"AppIntegrityCallback","output":[{"name":"challenge","value":"c"},{"name":"attestToken","value":""}],"input":[{"name":"IDToken1clientError","value":""},{"name":"IDToken1attestToken","value":""},{"name":"IDToken1token","value":""},{"name":"IDToken1clientData","value":""},{"name":"IDToken1keyId","value":""}]}
            """#),
    ]

    private static let captcha = CaptchaQuestion(siteKey: "k")
    private static let enterprise = EnterpriseCaptchaQuestion(
        siteKey: "k", scriptURL: "https://www.google.com/recaptcha/enterprise.js", elementClass: "g-recaptcha")
    private static let initialization = ProtectInitialization(environmentID: "e")
    private static let evaluation = ProtectEvaluation(pausesBehavior: true)

    private static let risk: [WireExample] = [
        WireExample(
            captcha, .captcha(captcha),
            #"{"type":"ReCaptchaCallback","output":[{"name":"recaptchaSiteKey","value":"k"}],"input":[{"name":"IDToken1","value":""}]}"#),
        WireExample(
            enterprise, .enterpriseCaptcha(enterprise),
            #"""
            {"type":"ReCaptchaEnterpriseCallback","output":[{"name":"recaptchaSiteKey","value":"k"},{"name":"captchaApiUri","value":"https://www.google.com/recaptcha/enterprise.js"},{"name":"captchaDivClass","value":"g-recaptcha"}],"input":[{"name":"IDToken1token","value":""},{"name":"IDToken1action","value":""},{"name":"IDToken1clientError","value":""},{"name":"IDToken1payload","value":""}]}
            """#),
        WireExample(
            initialization, .protectInitialization(initialization),
            #"""
            {"type":"PingOneProtectInitializeCallback","output":[{"name":"envId","value":"e"},{"name":"consoleLogEnabled","value":false},{"name":"deviceAttributesToIgnore","value":[]},{"name":"customHost","value":""},{"name":"lazyMetadata","value":false},{"name":"behavioralDataCollection","value":true},{"name":"deviceKeyRsyncIntervals","value":14},{"name":"enableTrust","value":false},{"name":"disableTags","value":false},{"name":"disableHub","value":false}],"input":[{"name":"IDToken1clientError","value":""}]}
            """#),
        WireExample(
            evaluation, .protectEvaluation(evaluation),
            #"""
            {"type":"PingOneProtectEvaluationCallback","output":[{"name":"pauseBehavioralData","value":true}],"input":[{"name":"IDToken1signals","value":""},{"name":"IDToken1clientError","value":""}]}
            """#),
    ]
}
