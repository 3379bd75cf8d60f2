public import Primitives

/// A callback of a known type, read from the wire form; each case has a type of its own in this folder.
public enum CallbackKind: Sendable, Equatable {
    case name(NameQuestion)
    case password(PasswordQuestion)
    case textInput(TextQuestion)
    case textOutput(TextStatement)
    /// The journey goes on elsewhere, by a link that was sent; nothing is to be answered.
    case suspendedTextOutput(TextStatement)
    case choice(ChoiceQuestion)
    case confirmation(ConfirmationQuestion)
    case hiddenValue(HiddenValue)
    case pollingWait(PollingWait)
    case language(LanguageQuestion)
    /// Data that stands for no other callback.
    case metadata(JSONValue)

    case validatedUsername(ValidatedUsernameQuestion)
    case validatedPassword(ValidatedPasswordQuestion)
    case stringAttribute(AttributeQuestion<String>)
    case numberAttribute(AttributeQuestion<Double>)
    case booleanAttribute(AttributeQuestion<Bool>)
    case kbaCreate(KBAQuestion)
    case termsAndConditions(TermsQuestion)
    case consentMapping(ConsentQuestion)

    case selectProvider(ProviderChoice)
    case identityProvider(ProviderSignIn)
    case redirect(Redirect)

    case captcha(CaptchaQuestion)
    case enterpriseCaptcha(EnterpriseCaptchaQuestion)
    case deviceProfile(DeviceProfileQuestion)
    case deviceBinding(DeviceBindingQuestion)
    case deviceSigning(DeviceSigningQuestion)
    case appIntegrity(AppIntegrityQuestion)
    case webAuthnRegistration(WebAuthnRegistration)
    case webAuthnAuthentication(WebAuthnAuthentication)
    case protectInitialization(ProtectInitialization)
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
