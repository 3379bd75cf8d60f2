package import JourneyMessages
import Primitives
package import WebAuthn

/// Registers a passkey or security key of a user who has shown who they are.
package struct WebAuthnRegistrationNode: ActsForProvenUser {
    package static let type = NodeType(
        "WebAuthnRegistrationNode", alias: "webAuthnRegistration", title: "WebAuthn Registration",
        "Registers a passkey or security key of the user.", interaction: .always, repetition: .atFields, changesCredentials: true)
    package static let settings = [
        NodeSetting<Self>("relyingPartyName", \.name, "The name of the relying party that authenticators show."),
        NodeSetting<Self>("relyingPartyDomain", \.domain, "The relying party's id, a domain; empty for this server's host."),
        NodeSetting<Self>(
            "origins", \.origins, "The origins at which the ceremony may run, also apps; empty for this server and the realm's apps."),
        NodeSetting<Self>("userVerificationRequirement", \.verification, "Whether the authenticator has to verify the user."),
        NodeSetting<Self>("attestationPreference", \.attestation, "The attestation to ask of the authenticator."),
        NodeSetting<Self>("acceptedSigningAlgorithms", \.algorithms, "The algorithms to offer, the preferred ones first."),
        NodeSetting<Self>("authenticatorAttachment", \.attachment, "The kind of authenticators that is accepted."),
        .answerTime(\.timeout),
        NodeSetting<Self>("excludeCredentials", \.excludes, "Whether authenticators that the user has registered are left out."),
        NodeSetting<Self>("generateRecoveryCodes", \.makesRecoveryCodes, "Whether the user gets recovery codes."),
        NodeSetting<Self>(
            "storeAttestationDataInTransientState", \.tellsAttestation, "Whether scripts further on see what the authenticator sent."),
        NodeSetting<Self>("displayNameSharedState", \.nameKey, "The key of the state that has the user's name as authenticators show it."),
        NodeSetting<Self>("postponeDeviceProfileStorage", \.postpones, "Whether a node further on keeps the passkey."),
        NodeSetting<Self>(
            "requiresResidentKey", \.isResident, "Whether it must be found without its id, for signing in without a user name."),
        NodeSetting<Self>("maxSavedDevices", \.most, in: 0...100, "How many passkeys the user may have; 0 for any number."),
        NodeSetting<Self>("validateFidoU2fAaguid", \.checksU2FModel, "Whether U2F authenticators must have the model zero."),
        NodeSetting<Self>(
            "trustStoreAlias", \.trustStore,
            "The realm's trust store that must vouch for the authenticator, where an attestation is asked for and the store is there."),
        NodeSetting<Self>(
            "enforceRevocationCheck", \.checksRevocation,
            "Whether the trust store's revocation lists must say of each of the authenticator's certificates that it isn't revoked."),
        NodeSetting<Self>(
            "fidoCertificationLevel", \.level,
            "The least certification that the trust store's metadata must tell of the authenticator's model; asks for an attestation."),
        NodeSetting<Self>("asScript", \.asScript, PasskeyStep.asScriptHelp),
    ]
    package static let state = StateUse(
        reads: ["username", PasskeyKey.extensions],
        writes: [
            "webauthnDeviceData", "webauthnData", "webauthnAttestationType", "webauthnDeviceAaguid", "webauthnAttestationInfo",
            PasskeyKey.challenge, PasskeyKey.exception,
        ] + RecoveryCodeDisplay.written)

    /// The attestation that is asked for (WebAuthn Level 3 §5.4.7), by AM's names.
    package enum Attestation: String, CaseIterable, SettingValue {
        case none = "NONE"
        case indirect = "INDIRECT"
        case direct = "DIRECT"
    }

    /// The attachment of the authenticators that are taken (WebAuthn Level 3 §5.4.5), by AM's names.
    package enum Attachment: String, CaseIterable, SettingValue {
        case unspecified = "UNSPECIFIED"
        case platform = "PLATFORM"
        case crossPlatform = "CROSS_PLATFORM"
    }

    /// The outcome of a client that knows no WebAuthn.
    package static let unsupported = "unsupported"
    /// The outcome of a registration.
    package static let success = "success"
    /// The outcome of a registration that isn't accepted.
    package static let failure = "failure"
    /// The outcome of a client's error.
    package static let error = "error"
    /// The outcome for a user with too many passkeys.
    package static let exceeded = "exceedDeviceLimit"

    package var name = "Gatehouse"
    package var domain = ""
    package var origins: [String] = []
    package var verification = WantedVerification.preferred
    package var attestation = Attestation.none
    package var algorithms = ["ES256", "RS256"]
    package var attachment = Attachment.unspecified
    /// The time for an answer.
    package var timeout = AnswerTime()
    package var excludes = false
    package var makesRecoveryCodes = true
    package var tellsAttestation = false
    package var nameKey: String?
    package var postpones = false
    package var isResident = false
    package var most = 0
    package var checksU2FModel = true
    package var trustStore = "trustalias"
    package var checksRevocation = false
    package var level = WantedLevel.off
    package var asScript = false

    package init() {}

    package var outcomes: [String] {
        [Self.unsupported, Self.success, Self.failure, Self.error] + (most > 0 && !postpones ? [Self.exceeded] : [])
    }

    package var callbacks: [CallbackType] { PasskeyStep.callbacks(asScript: asScript) }
    package var cautions: [SettingObjection] { timeout.cautions }

    package var objections: [SettingObjection] {
        let unknown = algorithms.filter { Self.algorithm($0) == nil }
        if let first = unknown.first { return [SettingObjection("acceptedSigningAlgorithms", "\(first) is none that is known")] }
        return algorithms.isEmpty ? [SettingObjection("acceptedSigningAlgorithms", "at least one is needed")] : []
    }

    /// The algorithm of a name in the setting; nil for one that isn't supported.
    package static func algorithm(_ name: String) -> COSEAlgorithm? {
        let algorithm = COSEAlgorithm(name: name == "EDDSA" ? "EdDSA" : name)
        return algorithm.flatMap { COSEAlgorithm.supported.contains($0) ? $0 : nil }
    }
}
