import JourneyMessages
import Primitives

/// The facts that a page must know of a callback before it shows it.
extension CallbackKind {
    var isButtonRow: Bool {
        switch self {
        case .confirmation, .selectProvider: true
        default: false
        }
    }

    /// Whether there is something to type.
    var isTextBox: Bool {
        switch self {
        case .name, .password, .textInput, .validatedUsername, .validatedPassword, .stringAttribute, .numberAttribute, .kbaCreate: true
        default: false
        }
    }

    /// Whether what is typed isn't shown.
    var isPassword: Bool {
        switch self {
        case .password: true
        case .validatedPassword(let question): !question.isShown
        default: false
        }
    }

    var isWebAuthn: Bool {
        switch self {
        case .webAuthnRegistration, .webAuthnAuthentication: true
        default: false
        }
    }

    /// Whether it takes signals.
    var asksForSignals: Bool {
        switch self {
        case .protectEvaluation: true
        case .hiddenValue(let hidden): hidden.id == HiddenValue.riskSignals
        default: false
        }
    }

    /// Whether passkeys are to be among the suggestions of a field.
    var isConditional: Bool {
        if case .webAuthnAuthentication(let request) = self { request.mediation == "conditional" } else { false }
    }

    /// Whether nothing is expected back: something to read, or the way elsewhere.
    var isFinal: Bool {
        switch self {
        case .textOutput, .suspendedTextOutput, .redirect, .metadata: true
        default: false
        }
    }

    /// Whether the journey continues by a link that was sent.
    var isSuspension: Bool {
        if case .suspendedTextOutput = self { true } else { false }
    }

    var leadsElsewhere: Bool {
        switch self {
        case .suspendedTextOutput, .redirect: true
        default: false
        }
    }

    /// Whether it is a text that warns, or says what was wrong.
    var isWarning: Bool {
        if case .textOutput(let statement) = self { statement.severity == .warning || statement.severity == .error } else { false }
    }

    /// Whether the user sees an input, which can have the focus.
    var isShown: Bool {
        switch self {
        case .booleanAttribute, .termsAndConditions, .consentMapping, .choice: true
        default: isTextBox || isButtonRow
        }
    }
}
