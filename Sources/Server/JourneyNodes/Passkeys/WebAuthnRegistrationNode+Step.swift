import DeviceRegistry
import Directory
import Foundation
package import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives
import WebAuthn

extension WebAuthnRegistrationNode: JourneyNode {
    static let hiddenID = "webAuthnOutcome"

    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.self)
        let party = try PasskeyParty(domain: domain, origins: origins, turn).party
        let demand = try await AttestationDemand(
            asked: asksForAttestation, store: trustStore, level: level, checksRevocation: checksRevocation, turn)
        if turn["challenge"] == nil {
            if most > 0, !postpones, try await turn.domain.deviceRegistry.devices.passkeys(of: user.id, in: turn.realm.id).count >= most {
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
            turn.state.shared[PasskeyKey.exception] = .string(name)
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
        let known = try await turn.domain.deviceRegistry.devices.passkeys(of: user.id, in: turn.realm.id).filter {
            $0.relyingParty == party.id
        }
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
