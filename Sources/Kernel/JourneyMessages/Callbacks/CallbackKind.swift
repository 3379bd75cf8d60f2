public import Primitives

/// A callback of a known type, read from the wire form; each case has a type of its own in this folder.
public enum CallbackKind: Sendable, Equatable {
    /// Asks for a user name.
    case name(NameQuestion)
    /// Asks for a secret text.
    case password(PasswordQuestion)
    /// Asks for a text.
    case textInput(TextQuestion)
    /// Shows a text.
    case textOutput(TextStatement)
    /// The journey continues elsewhere, by a link that was sent; nothing is to be answered.
    case suspendedTextOutput(TextStatement)
    /// Asks for one of several choices.
    case choice(ChoiceQuestion)
    /// Shows a row of buttons.
    case confirmation(ConfirmationQuestion)
    /// Asks the app for a value that the user does not see.
    case hiddenValue(HiddenValue)
    /// Tells the client to wait and then post the step unchanged.
    case pollingWait(PollingWait)
    /// Asks for the user's language.
    case language(LanguageQuestion)
    /// Data that stands for no other callback.
    case metadata(JSONValue)

    /// Asks for the user name of a new account.
    case validatedUsername(ValidatedUsernameQuestion)
    /// Asks for a new password.
    case validatedPassword(ValidatedPasswordQuestion)
    /// Asks for a property that is a text.
    case stringAttribute(AttributeQuestion<String>)
    /// Asks for a property that is a number.
    case numberAttribute(AttributeQuestion<Double>)
    /// Asks for a property that is true or false.
    case booleanAttribute(AttributeQuestion<Bool>)
    /// Asks for a security question and its answer.
    case kbaCreate(KBAQuestion)
    /// Asks whether the user accepts the terms.
    case termsAndConditions(TermsQuestion)
    /// Asks whether data may be shared with another party.
    case consentMapping(ConsentQuestion)

    /// Asks with whose account to sign in.
    case selectProvider(ProviderChoice)
    /// Asks the app for a provider's token.
    case identityProvider(ProviderSignIn)
    /// Sends the browser elsewhere.
    case redirect(Redirect)

    /// Asks for the token of a CAPTCHA.
    case captcha(CaptchaQuestion)
    /// Asks for the token of a CAPTCHA and its assessment.
    case enterpriseCaptcha(EnterpriseCaptchaQuestion)
    /// Asks for a description of the device.
    case deviceProfile(DeviceProfileQuestion)
    /// Asks the device for a key that is bound to the user.
    case deviceBinding(DeviceBindingQuestion)
    /// Asks the device to sign with a bound key.
    case deviceSigning(DeviceSigningQuestion)
    /// Asks the app to prove that it is genuine.
    case appIntegrity(AppIntegrityQuestion)
    /// Asks the device for a new WebAuthn credential; carried by a metadata callback.
    case webAuthnRegistration(WebAuthnRegistration)
    /// Asks the device for a WebAuthn assertion; carried by a metadata callback.
    case webAuthnAuthentication(WebAuthnAuthentication)
    /// Asks the app to start collecting risk signals, by a callback of its own or by metadata.
    case protectInitialization(ProtectInitialization)
    /// Asks for the risk signals, by a callback of its own or by metadata.
    case protectEvaluation(ProtectEvaluation)

    /// A type that this version doesn't know: carried through untouched.
    case unknown
}

extension Callback {
    /// The kind of this callback. A known type whose outputs make no sense is ``CallbackKind/unknown``.
    public var kind: CallbackKind {
        if type == .metadata { return metadataKind ?? output("data").map(CallbackKind.metadata) ?? .unknown }
        return Self.readers[type]?(self) ?? .unknown
    }

    private typealias Reader = @Sendable (Callback) -> CallbackKind?

    private static let readers: [CallbackType: Reader] = [
        .name: { NameQuestion($0).map(CallbackKind.name) },
        .password: { PasswordQuestion($0).map(CallbackKind.password) },
        .textInput: { TextQuestion($0).map(CallbackKind.textInput) },
        .textOutput: { TextStatement($0).map(CallbackKind.textOutput) },
        .suspendedTextOutput: { TextStatement($0).map(CallbackKind.suspendedTextOutput) },
        .choice: { ChoiceQuestion($0).map(CallbackKind.choice) },
        .confirmation: { ConfirmationQuestion($0).map(CallbackKind.confirmation) },
        .hiddenValue: { HiddenValue($0).map(CallbackKind.hiddenValue) },
        .pollingWait: { PollingWait($0).map(CallbackKind.pollingWait) },
        .language: { LanguageQuestion($0).map(CallbackKind.language) },
        .validatedUsername: { ValidatedUsernameQuestion($0).map(CallbackKind.validatedUsername) },
        .validatedPassword: { ValidatedPasswordQuestion($0).map(CallbackKind.validatedPassword) },
        .stringAttribute: { AttributeQuestion<String>($0).map(CallbackKind.stringAttribute) },
        .numberAttribute: { AttributeQuestion<Double>($0).map(CallbackKind.numberAttribute) },
        .booleanAttribute: { AttributeQuestion<Bool>($0).map(CallbackKind.booleanAttribute) },
        .kbaCreate: { KBAQuestion($0).map(CallbackKind.kbaCreate) },
        .termsAndConditions: { TermsQuestion($0).map(CallbackKind.termsAndConditions) },
        .consentMapping: { ConsentQuestion($0).map(CallbackKind.consentMapping) },
        .selectProvider: { ProviderChoice($0).map(CallbackKind.selectProvider) },
        .identityProvider: { ProviderSignIn($0).map(CallbackKind.identityProvider) },
        .redirect: { Redirect($0).map(CallbackKind.redirect) },
        .captcha: { CaptchaQuestion($0).map(CallbackKind.captcha) },
        .enterpriseCaptcha: { EnterpriseCaptchaQuestion($0).map(CallbackKind.enterpriseCaptcha) },
        .deviceProfile: { DeviceProfileQuestion($0).map(CallbackKind.deviceProfile) },
        .deviceBinding: { DeviceBindingQuestion($0).map(CallbackKind.deviceBinding) },
        .deviceSigning: { DeviceSigningQuestion($0).map(CallbackKind.deviceSigning) },
        .appIntegrity: { AppIntegrityQuestion($0).map(CallbackKind.appIntegrity) },
        .protectInitialize: { ProtectInitialization($0).map(CallbackKind.protectInitialization) },
        .protectEvaluation: { ProtectEvaluation($0).map(CallbackKind.protectEvaluation) },
    ]

    /// Whether its type is known, but its outputs make no sense.
    public var isMalformed: Bool { kind == .unknown && (type == .metadata || Self.readers[type] != nil) }

    var prompt: String { text("prompt") ?? "" }

    /// Sets the value of the single or main input.
    mutating func setMainInput(_ value: JSONValue) {
        if input.isEmpty { input.append(Field("", value)) } else { input[0].value = value }
    }
}
