import JourneyMessages
import Primitives

/// The part that a callback has in a form. A new kind of callback needs an entry here, or the module doesn't compile.
enum CallbackPart {
    /// A row that the user reads or fills in.
    case row
    /// The device answers it.
    case device
    /// The device may answer it in place of the form.
    case suggestion
    /// It is neither shown nor answered by the user.
    case hidden
    /// It can't be answered in an app's form.
    case unsupported

    init(_ kind: CallbackKind) {
        switch kind {
        case .name, .password, .textInput, .choice, .confirmation, .validatedUsername, .validatedPassword, .stringAttribute,
            .numberAttribute, .booleanAttribute, .kbaCreate, .termsAndConditions, .consentMapping, .selectProvider:
            self = .row
        case .textOutput(let statement), .suspendedTextOutput(let statement): self = statement.severity == .script ? .hidden : .row
        case .pollingWait(let wait): self = wait.message.isEmpty ? .hidden : .row
        case .hiddenValue, .language, .metadata: self = .hidden
        case .identityProvider, .enterpriseCaptcha, .deviceProfile, .deviceBinding, .deviceSigning, .appIntegrity, .webAuthnRegistration,
            .protectInitialization, .protectEvaluation:
            self = .device
        case .webAuthnAuthentication(let asked): self = asked.mediation == "conditional" ? .suggestion : .device
        case .redirect, .captcha, .unknown: self = .unsupported
        }
    }
}
