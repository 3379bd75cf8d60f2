import Crypto
package import DeviceMessages
package import Foundation
import Primitives
import Store
package import WebAuthn
package import DeviceRegistry
package import Directory
import Foundations
import DevicePolicies

extension DeviceAuthentications {
    /// Asks a passkey for an assertion.
    func askPasskey(
        _ device: UserDevice, _ authentication: inout DeviceAuthentication, _ step: StepContext, _ transaction: any WriteTransaction
    ) throws {
        guard let passkey = try Passkeys.passkey(of: device.id, realm: device.realm, in: transaction) else {
            throw Self.unusable(device.id)
        }
        let ceremony = PasskeyCeremony(
            challenge: authentication.context.passkeyChallenge ?? random.bytes(PasskeyCeremony.challengeLength),
            relyingParty: passkey.relyingParty,
            userVerification: step.subject.fido2.authenticationVerification,
            allowsBackup: step.subject.fido2.allowsBackupInAuthentication, credential: passkey.record.id,
            expires: step.now.addingTimeInterval(Self.lifetime))
        try ceremony.ask(authentication.id, realm: authentication.realm, in: transaction)
        authentication.wait(for: .assertion)
        try write(&authentication, in: transaction)
    }

    /// Uses up a challenge that the caller has made: a second time, an answer that was given to it before would do.
    /// - Throws: ``SecondFactorError`` `.invalid` for one that was used before.
    static func spend(
        _ challenge: [UInt8]?, in realm: Realm, at now: Date, _ transaction: any WriteTransaction
    ) throws {
        guard let challenge else { return }
        let id = Base64URL.encode(SHA256.hash(data: challenge))
        guard
            try SpentOnce.spend(
                id, .passkeyChallenge, realm: realm.id, expires: now.addingTimeInterval(challengeMemory), in: transaction)
        else { throw SecondFactorError(.invalid, "webAuthn.challenge was used before; each authentication needs one of its own") }
    }

    /// The time that a caller's own challenge is remembered, in seconds: a year.
    private static let challengeMemory: TimeInterval = 31_536_000

    /// Returns the request to the selected passkey; nil when none is selected.
    static func request(
        _ authentication: DeviceAuthentication, _ subject: MFASubject, _ transaction: any ReadTransaction
    ) throws -> RequestOptions? {
        guard authentication.status == .assertionRequired, let device = authentication.selected,
            let ceremony = try PasskeyCeremony.asked(
                authentication.id, realm: authentication.realm, at: authentication.asOf, in: transaction),
            let passkey = try Passkeys.passkey(of: device, realm: authentication.realm, in: transaction)
        else { return nil }
        return RequestOptions(
            challenge: ceremony.challenge, relyingPartyID: ceremony.relyingParty, timeout: subject.fido2.timeout * 1000,
            allowed: [passkey.descriptor], userVerification: ceremony.userVerification, hints: subject.fido2.browserHints)
    }

    /// Checks what the selected passkey answered.
    ///
    /// - Parameters:
    ///   - origin: where the ceremony ran, as the caller says; the answer must say the same.
    ///   - compatibility: which passkeys can be used there; nil for what was said before.
    /// - Throws: ``SecondFactorError`` `.wrongAnswer`, `.locked`, `.wrongState`, `.unusableDevice`, `.overloaded`.
    package func check(
        _ response: AuthenticationResponse, origin: String?, at compatibility: Browser.Compatibility? = nil, of id: UUID,
        from address: String, in realm: Realm, issuer: DeviceIssuer
    ) async throws -> DeviceAuthenticationStanding {
        let occasion = try await occasion(address, in: realm, issuer: issuer)
        let outcome: Result<DeviceAuthenticationStanding, SecondFactorError> = try await database.write { [self] transaction in
            var authentication = try Self.living(id, realm: realm.id, at: occasion.now, in: transaction)
            let step = try StepContext(occasion, authentication, in: transaction)
            guard
                try Throttle.permits(
                    "passkey", from: .address(address), realm: realm.id, limit: Devices.mostAnswersFromAddress, at: step.now,
                    in: transaction)
            else { throw SecondFactorError(.overloaded, "too many answers came from one address; wait a minute") }
            let (device, passkey, ceremony) = try asked(authentication, step, transaction)
            guard compatibility.map({ Browser($0).canUse(passkey) }) != false else { throw Self.unusable(device.id) }
            let clearance = try Self.clear(device, step, transaction)
            var refusal: SecondFactorError?
            var flags: AuthenticatorFlags = []
            let verdict = try Passcodes.attempt(
                at: device, limit: step.subject.failures(of: device), now: step.now, in: transaction
            ) {
                do {
                    let verified = try Self.verify(response, origin, ceremony, passkey)
                    flags = verified.flags
                    // Of two that use one state of the counter, one was first.
                    return try Passkeys.update(passkey, to: verified.record, in: transaction) ? .accepted : .wrong
                } catch let error as WebAuthnError {
                    refusal = .refusing(error)
                    return .wrong
                }
            }
            guard verdict == .accepted else {
                // Right ones don't count: all of an application's users come from its one address.
                try Throttle.count("passkey", from: .address(address), realm: realm.id, at: step.now, in: transaction)
                return .failure(Self.refusal(verdict, refusal))
            }
            guard try ceremony.spend(id, realm: realm.id, in: transaction) else {
                throw SecondFactorError(.wrongState, "the assertion was answered already")
            }
            authentication.complete(["mfa", "fido"] + (flags.contains(.userVerified) ? ["user"] : []), by: clearance)
            try write(&authentication, in: transaction)
            return .success(try Self.standing(of: authentication, step.subject, nil, transaction))
        }
        return try outcome.get()
    }

    private static func refusal(_ verdict: PasscodeVerdict, _ reason: SecondFactorError?) -> SecondFactorError {
        if case .locked(let until) = verdict {
            return SecondFactorError(.locked, "too many answers were wrong; the device is locked", lockedUntil: until)
        }
        return reason ?? SecondFactorError(.wrongAnswer, "the assertion was used already")
    }

    private static func verify(
        _ response: AuthenticationResponse, _ origin: String?, _ ceremony: PasskeyCeremony, _ passkey: RegisteredPasskey
    ) throws(WebAuthnError) -> AuthenticationCeremony.Verified {
        try ClientData(bytes: response.clientDataJSON).require(origin)
        return try ceremony.authentication.verify(
            response, with: passkey.record, of: .init(userHandle: passkey.handle, wasKnown: true))
    }

    /// The passkey that is asked, where the authentication stands, if it can still be used.
    private func asked(
        _ authentication: DeviceAuthentication, _ step: StepContext, _ transaction: any ReadTransaction
    ) throws -> (UserDevice, RegisteredPasskey, PasskeyCeremony) {
        guard authentication.status == .assertionRequired, let id = authentication.selected,
            let ceremony = try PasskeyCeremony.asked(authentication.id, realm: authentication.realm, at: step.now, in: transaction)
        else { throw SecondFactorError(.wrongState, "no assertion is asked for") }
        guard let device = try Devices.device(id, realm: authentication.realm, at: step.now, in: transaction), !device.isBlocked,
            device.user == authentication.user,
            let passkey = try Passkeys.passkey(of: id, realm: authentication.realm, in: transaction)
        else { throw Self.unusable(id) }
        return (device, passkey, ceremony)
    }
}
