import Foundation
import JourneyMessages
import Primitives
import WebAuthn
import Services
import DeviceRegistry
import Directory

/// Registers a passkey or security key of a user who has shown who they are.
struct WebAuthnRegistrationNode: JourneyNode {
    static let type = NodeType(
        "WebAuthnRegistrationNode", alias: "webAuthnRegistration", title: "WebAuthn Registration",
        "Registers a passkey or security key of the user.", interaction: .always, changesCredentials: true)
    static let settings = [
        NodeSetting<Self>("relyingPartyName", \.name, "What authenticators show of who asks."),
        NodeSetting<Self>("relyingPartyDomain", \.domain, "The relying party's id, a domain; empty for this server's host."),
        NodeSetting<Self>("origins", \.origins, "Where the ceremony may run, also apps; empty for this server and the realm's apps."),
        NodeSetting<Self>("userVerificationRequirement", \.verification, "Whether the authenticator has to verify the user."),
        NodeSetting<Self>("attestationPreference", \.attestation, "What to ask of the authenticator about itself."),
        NodeSetting<Self>("acceptedSigningAlgorithms", \.algorithms, "The algorithms to offer, the preferred ones first."),
        NodeSetting<Self>("authenticatorAttachment", \.attachment, "Which kind of authenticators will do."),
        .answerTime(\.timeout),
        NodeSetting<Self>("excludeCredentials", \.excludes, "Whether authenticators that the user has registered are left out."),
        NodeSetting<Self>("generateRecoveryCodes", \.makesRecoveryCodes, "Whether the user gets recovery codes."),
        NodeSetting<Self>(
            "storeAttestationDataInTransientState", \.tellsAttestation, "Whether scripts further on see what the authenticator sent."),
        NodeSetting<Self>("displayNameSharedState", \.nameKey, "Where in the state the name is that authenticators show of the user."),
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
        NodeSetting<Self>("asScript", \.asScript, PasskeyParty.asScriptHelp),
    ]
    static let state = StateUse(
        reads: ["username", PasskeyParty.extensions],
        writes: [
            "webauthnDeviceData", "webauthnData", "webauthnAttestationType", "webauthnDeviceAaguid", "webauthnAttestationInfo",
            RecoveryCodeDisplay.codesName, PasskeyParty.challenge, PasskeyParty.exception,
        ])

    enum Attestation: String, CaseIterable, SettingValue {
        case none = "NONE"
        case indirect = "INDIRECT"
        case direct = "DIRECT"
    }

    enum Attachment: String, CaseIterable, SettingValue {
        case unspecified = "UNSPECIFIED"
        case platform = "PLATFORM"
        case crossPlatform = "CROSS_PLATFORM"
    }

    static let (unsupported, success, failure, error) = ("unsupported", "success", "failure", "error")
    static let exceeded = "exceedDeviceLimit"
    static let hiddenID = "webAuthnOutcome"

    var name = "Gatehouse"
    var domain = ""
    var origins: [String] = []
    var verification = WantedVerification.preferred
    var attestation = Attestation.none
    var algorithms = ["ES256", "RS256"]
    var attachment = Attachment.unspecified
    var timeout = AnswerTime()
    var excludes = false
    var makesRecoveryCodes = true
    var tellsAttestation = false
    var nameKey: String?
    var postpones = false
    var isResident = false
    var most = 0
    var checksU2FModel = true
    var trustStore = AttestationDemand.defaultStore
    var checksRevocation = false
    var level = WantedLevel.off
    var asScript = false

    var outcomes: [String] {
        [Self.unsupported, Self.success, Self.failure, Self.error] + (most > 0 && !postpones ? [Self.exceeded] : [])
    }

    var callbacks: [CallbackType] { PasskeyParty.callbacks(asScript: asScript) }
    var cautions: [SettingObjection] { timeout.cautions }

    var objections: [SettingObjection] {
        let unknown = algorithms.filter { Self.algorithm($0) == nil }
        if let first = unknown.first { return [SettingObjection("acceptedSigningAlgorithms", "\(first) is none that is known")] }
        return algorithms.isEmpty ? [SettingObjection("acceptedSigningAlgorithms", "at least one is needed")] : []
    }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.type)
        let party = try PasskeyParty(domain: domain, origins: origins, turn).party
        let demand = try await AttestationDemand(
            asked: asksForAttestation, store: trustStore, level: level, checksRevocation: checksRevocation, turn)
        if turn["challenge"] == nil {
            if most > 0, !postpones, try await turn.domain.devices.passkeys(of: user.id, in: turn.realm.id).count >= most {
                return .outcome(Self.exceeded)
            }
        }
        let challenge = PasskeyParty.challenge(of: &turn)
        let request = try await request(challenge, user, party, turn)
        turn.ask(metadata: request.callback, scripts: asScript ? request.scripts : nil)
        guard let answer = turn.ask(HiddenValue(id: Self.hiddenID, value: "false")) else { return .waiting }
        PasskeyParty.forgetChallenge(of: &turn)
        switch WebAuthnOutcome(answer, isRegistration: true) {
        case .unsupported: return .outcome(Self.unsupported)
        case .failed(let name, _):
            turn.state.shared[PasskeyParty.exception] = .string(name)
            return .outcome(Self.error)
        case .answered(let answer):
            let ceremony = RegistrationCeremony(
                relyingParty: party, challenge: Data(base64Encoded: challenge).map(Array.init) ?? [],
                userVerification: verification.requirement, algorithms: offered)
            return try await take(answer, ceremony, demand, user, &turn)
        case nil: return try await fail("the answer of the authenticator can't be read", &turn)
        }
    }

    private func request(
        _ challenge: String, _ user: User, _ party: RelyingParty, _ turn: Turn
    ) async throws -> WebAuthnRegistration {
        let known = try await turn.domain.devices.passkeys(of: user.id, in: turn.realm.id).filter { $0.relyingParty == party.id }
        return WebAuthnRegistration(
            challenge: challenge, relyingPartyID: party.id, relyingPartyName: name, userID: RegisteredPasskey.idText(of: user.id),
            userName: user.username, displayName: displayName(of: user, turn), algorithms: offered.map(\.rawValue),
            timeout: timeout.seconds * 1000,
            excludedCredentials: excludes ? known.map(\.record.id) : [],
            attestation: (asksForAttestation && attestation == .none ? .direct : attestation).rawValue.lowercased(),
            selection: .init(
                userVerification: verification.requirement.rawValue, requiresResidentKey: isResident,
                attachment: attachment == .unspecified ? nil : attachment.rawValue.lowercased().replacing("_", with: "-")),
            extensions: PasskeyParty.extensions(for: turn))
    }

    /// A level can be told only of authenticators that say what they are.
    private var asksForAttestation: Bool { attestation != .none || level != .off }

    private func displayName(of user: User, _ turn: Turn) -> String {
        let given = nameKey.flatMap { turn.state.shared[$0]?.string } ?? ""
        return given.isEmpty ? user.username : String(given.prefix(64))
    }

    private var offered: [COSEAlgorithm] { algorithms.compactMap(Self.algorithm) }

    private static func algorithm(_ name: String) -> COSEAlgorithm? {
        let algorithm = COSEAlgorithm(name: name == "EDDSA" ? "EdDSA" : name)
        return algorithm.flatMap { COSEAlgorithm.supported.contains($0) ? $0 : nil }
    }

    private func take(
        _ answer: WebAuthnAnswer, _ ceremony: RegistrationCeremony, _ demand: AttestationDemand, _ user: User, _ turn: inout Turn
    ) async throws -> NodeResult {
        let response = RegistrationResponse(
            id: answer.credentialID, clientDataJSON: answer.clientDataJSON, attestationObject: answer.data,
            attachment: answer.attachment.flatMap(AuthenticatorAttachment.init(exactly:)))
        var ceremony = ceremony
        ceremony.attestation = try await demand.policy(for: response, turn)
        ceremony.attestation.requiresZeroU2FModel = checksU2FModel
        let registered: RegistrationCeremony.Registered
        do { registered = try await ceremony.verify(response, at: turn.now) } catch { return try await fail(error.reason, &turn) }
        tell(registered, answer, &turn)
        let new = NewPasskey(registered, for: ceremony.relyingParty.id, name: answer.deviceName)
        guard !postpones else {
            turn.state.secrets[WebAuthnDeviceStorageNode.data] = TransientValue.secret(new.json)
            return .outcome(Self.success)
        }
        return try await new.keep(for: user, most: most, withCodes: makesRecoveryCodes, &turn)
    }

    /// Writes what scripts further on may look at.
    private func tell(_ registered: RegistrationCeremony.Registered, _ answer: WebAuthnAnswer, _ turn: inout Turn) {
        turn.state.secrets["webauthnAttestationInfo"] = TransientValue.secret(registered.flags.json)
        turn.state.secrets["webauthnAttestationType"] = Secret(registered.attestation.kind.amName)
        turn.state.secrets["webauthnDeviceAaguid"] = Secret(registered.record.model)
        guard tellsAttestation else { return }
        turn.state.secrets["webauthnData"] = TransientValue.secret([
            "clientDataJSON": .string(Base64URL.encode(answer.clientDataJSON)), "attestationObject": .string(Base64URL.encode(answer.data)),
            "credentialId": .string(Base64URL.encode(answer.credentialID)),
        ])
    }

    private func fail(_ reason: String, _ turn: inout Turn) async throws -> NodeResult {
        try await turn.recordFailure("WebAuthn registration: \(reason)")
        return .outcome(Self.failure)
    }
}

extension AttestationResult.Kind {
    /// The name as scripts read it.
    fileprivate var amName: String {
        switch self {
        case .none: "NONE"
        case .selfSigned: "SELF"
        case .certified: "BASIC"
        }
    }
}
