package import JourneyMessages
package import Primitives

/// Signs a user in by a passkey or security key, with or without a user name.
package struct WebAuthnAuthenticationNode: ProvesUser {
    package static let type = NodeType(
        "WebAuthnAuthenticationNode", alias: "webAuthnAuthentication", title: "WebAuthn Authentication",
        "Signs a user in by a passkey or security key.", interaction: .always, repetition: .byItself, standsOnPage: true)
    package static let settings = [
        NodeSetting<Self>("relyingPartyDomain", \.domain, "The relying party's id, a domain; empty for this server's host."),
        NodeSetting<Self>(
            "origins", \.origins, "The origins at which the ceremony may run, also apps; empty for this server and the realm's apps."),
        NodeSetting<Self>("userVerificationRequirement", \.verification, "Whether the authenticator has to verify the user."),
        NodeSetting<Self>("isRecoveryCodeAllowed", \.allowsRecovery, "Whether there is a button to use a recovery code instead."),
        .answerTime(\.timeout),
        NodeSetting<Self>("requiresResidentKey", \.isUsernameless, "Whether the passkey says who the user is."),
        NodeSetting<Self>("detectSignCountMismatch", \.tellsCounter, "Whether a counter that didn't grow has an outcome of its own."),
        NodeSetting<Self>(
            "mediation", \.mediation,
            "CONDITIONAL for passkeys among a field's suggestions, on a page with a user name; the passkey then says who the user is."),
        NodeSetting<Self>("conditionalManualButton", \.hasManualButton, "Whether such a page has a button for passkeys besides."),
        NodeSetting<Self>("asScript", \.asScript, PasskeyStep.asScriptHelp),
    ]
    package static let laterSettings: Set = ["mediation", "conditionalManualButton"]
    package static let state = StateUse(
        reads: ["username", PasskeyKey.extensions],
        writes: [
            "username", "webauthnDeviceUuid", "webauthnDeviceName", "webauthnAssertionInfo", PasskeyKey.challenge,
            PasskeyKey.exception,
        ])

    /// The way in which the browser offers passkeys (Credential Management, `CredentialMediationRequirement`).
    package enum Mediation: String, CaseIterable, SettingValue {
        case optional = "OPTIONAL"
        case required = "REQUIRED"
        case conditional = "CONDITIONAL"

        package init?(setting json: JSONValue) {
            guard let text = json.string else { return nil }
            self.init(exactly: text.uppercased())
        }
    }

    /// The outcome of a client that knows no WebAuthn.
    package static let unsupported = "unsupported"
    /// The outcome for a user without a passkey.
    package static let noDevice = "noDevice"
    /// The outcome of a good assertion.
    package static let success = "success"
    /// The outcome of an assertion that isn't good.
    package static let failure = "failure"
    /// The outcome of a client's error.
    package static let error = "error"
    /// The outcome of a good assertion whose signature counter is not greater than the last (WebAuthn Level 3 §7.2 step 22).
    package static let mismatch = "successSignCountMismatch"
    /// The outcome for a user who wants to use a recovery code.
    package static let recovery = "recoveryCode"

    package var domain = ""
    package var origins: [String] = []
    package var verification = WantedVerification.preferred
    package var allowsRecovery = false
    /// The time for an answer.
    package var timeout = AnswerTime()
    package var isUsernameless = false
    package var tellsCounter = false
    package var mediation = Mediation.optional
    package var hasManualButton = false
    package var asScript = false

    package init() {}

    package var outcomes: [String] {
        [Self.unsupported, Self.noDevice, Self.success, Self.failure, Self.error] + (allowsRecovery ? [Self.recovery] : [])
            + (tellsCounter ? [Self.mismatch] : [])
    }

    package var callbacks: [CallbackType] { PasskeyStep.callbacks(asScript: sendsScripts) + (allowsRecovery ? [.confirmation] : []) }
    package var cautions: [SettingObjection] { timeout.cautions }

    /// Whether the passkey waits among the suggestions of a field.
    package var isConditional: Bool { mediation == .conditional }

    /// Whether the step sends scripts. A passkey that waits among the suggestions of a page's field needs that page.
    package var sendsScripts: Bool { asScript && !isConditional }

    /// A passkey says all that a page with conditional mediation asks.
    package func settlesPage(_ outcome: String) -> Bool {
        isConditional && [Self.success, Self.mismatch, Self.failure, Self.recovery].contains(outcome)
    }
}
