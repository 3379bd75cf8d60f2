import DeviceRegistry
import Directory
import Foundation
package import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives
import Translations
import WebAuthn

extension WebAuthnAuthenticationNode: JourneyNode {
    private static let useRecovery = LocalizedText(\.useRecoveryCodeInstead)

    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let party = try PasskeyParty(domain: domain, origins: origins, turn).party
        let user = try await knownUser(turn)
        var allowed: [[UInt8]] = []
        if !isUsernameless, !isConditional {
            if let user {
                let passkeys = try await turn.domain.deviceRegistry.devices.passkeys(of: user.id, in: turn.realm.id)
                allowed = passkeys.filter { $0.relyingParty == party.id }.map { $0.record.id }
            }
            guard !allowed.isEmpty else { return .outcome(Self.noDevice) }
        }
        let challenge = PasskeyParty.challenge(of: &turn)
        let request = request(challenge, party, allowed, turn)
        turn.ask(metadata: request.callback, scripts: sendsScripts ? request.scripts : nil)
        let answer = turn.ask(HiddenValue(id: WebAuthnRegistrationNode.hiddenID, value: "false"))
        let question = turn.lastQuestion
        if allowsRecovery, turn.ask(ConfirmationQuestion(options: [turn.text(Self.useRecovery)])) == 0, answer == nil {
            PasskeyParty.forgetChallenge(of: &turn)
            return .outcome(Self.recovery)
        }
        guard let answer else {
            // On a page with a user name, a user who continued without a passkey has none here.
            if isConditional, turn.wasSubmitted { return .outcome(Self.noDevice) }
            turn.complain(FailedPolicy(.required), about: question)
            return .waiting
        }
        let ceremony = AuthenticationCeremony(
            relyingParty: party, challenge: Data(base64Encoded: challenge).map(Array.init) ?? [],
            userVerification: verification.requirement, allowed: allowed, counter: tellsCounter ? .report : .refuse)
        return try await take(answer, ceremony, isUsernameless || isConditional ? nil : user?.id, &turn)
    }

    private func request(_ challenge: String, _ party: RelyingParty, _ allowed: [[UInt8]], _ turn: Turn) -> WebAuthnAuthentication {
        WebAuthnAuthentication(
            challenge: challenge, relyingPartyID: party.id, userVerification: verification.requirement.rawValue,
            timeout: timeout.seconds * 1000, allowedCredentials: allowed, mediation: isConditional ? "conditional" : nil,
            hasManualButton: isConditional && hasManualButton, extensions: PasskeyParty.extensions(for: turn))
    }

    /// The user who has shown who they are, or else the one that is claimed.
    private func knownUser(_ turn: Turn) async throws -> User? {
        if let user = try await turn.provenUser() { return user }
        guard let name = turn.claimedName else { return nil }
        return try await turn.namedUser(name)
    }

    private func take(
        _ answer: String, _ ceremony: AuthenticationCeremony, _ user: UUID?, _ turn: inout Turn
    ) async throws -> NodeResult {
        switch WebAuthnOutcome(answer, isRegistration: false) {
        case .unsupported:
            // A page that is asked again shows the same challenge.
            if !isConditional { PasskeyParty.forgetChallenge(of: &turn) }
            return .outcome(Self.unsupported)
        case .failed(let name, _):
            if !isConditional { PasskeyParty.forgetChallenge(of: &turn) }
            turn.state.shared[PasskeyKey.exception] = .string(name)
            return .outcome(Self.error)
        case .answered(let answer):
            PasskeyParty.forgetChallenge(of: &turn)
            return try await take(answer, ceremony, user, &turn)
        case nil:
            PasskeyParty.forgetChallenge(of: &turn)
            return try await fail("the answer of the authenticator can't be read", &turn)
        }
    }

    private func take(
        _ answer: WebAuthnAnswer, _ ceremony: AuthenticationCeremony, _ user: UUID?, _ turn: inout Turn
    ) async throws -> NodeResult {
        let response = AuthenticationResponse(
            id: answer.credentialID, clientDataJSON: answer.clientDataJSON, authenticatorData: answer.data,
            signature: answer.signature ?? [], userHandle: answer.userHandle.flatMap(RegisteredPasskey.handle(from:)))
        let assertion = try await turn.domain.deviceRegistry.devices.verify(
            response, by: ceremony, of: user, in: turn.realm, spending: try turn.spending())
        guard case .accepted(let id, let device, let verified) = assertion else {
            guard case .refused(let reason) = assertion else { return .outcome(Self.failure) }
            return try await fail(reason, &turn)
        }
        guard let user = try await turn.domain.directory.users.user(id, in: turn.realm.id), user.status == .active,
            !user.isLocked(at: turn.now)
        else { return try await fail("the user may not sign in", &turn) }
        guard turn.state.identify(user, showing: .passkey) else {
            return try await fail("another user than before in the same journey", &turn)
        }
        turn.passed("WebAuthnAuthentication")
        turn.state.shared["webauthnDeviceUuid"] = .string(device.id.text)
        turn.state.shared["webauthnDeviceName"] = device.nickname.map(JSONValue.string)
        turn.state.secrets["webauthnAssertionInfo"] = TransientValue.secret(verified.flags.json)
        return .outcome(verified.isCounterValid ? Self.success : Self.mismatch)
    }

    private func fail(_ reason: String, _ turn: inout Turn) async throws -> NodeResult {
        try await turn.recordFailure("WebAuthn authentication: \(reason)")
        return .outcome(Self.failure)
    }
}

extension AuthenticatorFlags {
    /// The answer as scripts read it: `webauthnAttestationInfo`, `webauthnAssertionInfo`.
    var json: JSONValue {
        [
            "flags": [
                "UP": .bool(contains(.userPresent)), "UV": .bool(contains(.userVerified)), "BE": .bool(contains(.backupEligible)),
                "BS": .bool(contains(.backedUp)), "AT": .bool(contains(.attestedCredential)), "ED": .bool(contains(.extensions)),
            ]
        ]
    }
}
