package import Foundation
import Primitives
import Store
package import WebAuthn

extension Devices {
    /// How many answers of passkeys one network address may send in a minute.
    static let mostAnswersFromAddress = 60

    /// Adds a device that an authenticator will make a key for: its answer activates it.
    func enrolPasskey(
        _ enrolment: Enrolment, _ owner: User, _ rules: FIDO2Policy, in realm: Realm
    ) async throws -> Enrolled {
        let (id, now) = (random.uuid(), time.now)
        var device = Device(
            id: id, realm: realm.id, user: owner.id, kind: .fido2, status: .activationRequired, created: now, updated: now)
        device.nickname = enrolment.nickname ?? rules.deviceDisplayName
        let party = try Self.relyingParty(enrolment, rules)
        let ceremony = PasskeyCeremony(
            challenge: random.bytes(PasskeyCeremony.challengeLength), relyingParty: party.id,
            userVerification: rules.registrationVerification,
            allowsBackup: rules.allowsBackup, expires: now.addingTimeInterval(Self.activationLifetime))
        let most = try await settings.settings(in: realm).pairing.maximumDevices
        let known = try await database.write { [device] transaction in
            try Self.requireRoom(for: owner.id, most, realm.id, now, transaction)
            try Self.insert(device, in: transaction)
            try ceremony.ask(id, realm: realm.id, in: transaction)
            try tell(.deviceAdded, device, at: now, in: transaction)
            return try Passkeys.passkeys(of: owner.id, for: party.id, realm: realm.id, in: transaction)
        }
        let options = CreationOptions(
            relyingPartyID: party.id, relyingPartyName: party.name,
            user: .init(id: Passkey.handle(of: owner.id), name: owner.username, displayName: Self.name(of: owner)),
            challenge: ceremony.challenge, algorithms: PasskeyCeremony.algorithms, timeout: rules.timeout * 1000,
            excluded: known.map(\.descriptor), attachment: rules.wantedAttachment, residentKey: rules.residentKey,
            userVerification: ceremony.userVerification, attestation: rules.attestationPreference, hints: rules.browserHints,
            extensions: ["credProps": true])
        return Enrolled(device: device, uri: nil, secret: nil, options: options)
    }

    /// What an authenticator shows of a user: the full name where there is one.
    private static func name(of owner: User) -> String {
        let names = [owner.attribute("givenName"), owner.attribute("sn")].compactMap(\.self)
        return names.isEmpty ? owner.username : names.joined(separator: " ")
    }

    /// The policy's relying party, or else the one that was asked for.
    private static func relyingParty(_ enrolment: Enrolment, _ rules: FIDO2Policy) throws -> (id: String, name: String) {
        guard let id = rules.relyingParty ?? enrolment.relyingParty?.id else {
            throw DomainError(.invalid, "a FIDO2 device needs the id of its relying party")
        }
        guard enrolment.relyingParty.map({ $0.id == id }) ?? true else {
            throw DomainError(.invalid, "the policy's relying party is \(id)")
        }
        return (id, enrolment.relyingParty?.name ?? id)
    }

    /// Makes a FIDO2 device count, by what its authenticator answered to the creation options.
    ///
    /// - Parameter origin: where the ceremony ran, as the caller says; the answer must say the same.
    /// - Throws: ``MFAError`` `.wrongAnswer`, `.wrongState`, `.overloaded`; `unknownDevice`.
    package func activate(
        _ id: UUID, with response: RegistrationResponse, origin: String?, of user: UUID, from address: String, in realm: Realm
    ) async throws -> Device {
        let now = time.now
        let ceremony = try await database.write { transaction in
            guard
                try Throttle.allow(
                    "passkey", from: .address(address), realm: realm.id, limit: Self.mostAnswersFromAddress, at: now, in: transaction)
            else { throw MFAError(.overloaded, "too many answers came from one address; wait a minute") }
            _ = try waitingPasskey(id, user, realm, now, transaction)
            guard let ceremony = try PasskeyCeremony.asked(id, realm: realm.id, at: now, in: transaction) else {
                throw MFAError(.wrongState, "the device's registration was answered, or its time is over")
            }
            return ceremony
        }
        let registered: RegistrationCeremony.Registered
        do {
            try ClientData(bytes: response.clientDataJSON).require(origin)
            registered = try await ceremony.registration.verify(response, at: now)
        } catch { throw MFAError.refusing(error) }
        let made = try await database.write { transaction in
            let device = try waitingPasskey(id, user, realm, now, transaction)
            guard try ceremony.spend(id, realm: realm.id, in: transaction) else {
                throw MFAError(.wrongState, "the device's registration was answered already")
            }
            guard try Passkeys.insert(Passkey(NewPasskey(registered, for: ceremony.relyingParty), of: device), in: transaction) else {
                throw MFAError(.wrongAnswer, "the authenticator's credential is registered already")
            }
            try Throttle.forgive("passkey", from: .address(address), realm: realm.id, at: now, in: transaction)
            try Self.activate(id, of: user, realm: realm.id, in: transaction)
            try tell(.deviceChanged, device, at: now, ["change": "activated"], in: transaction)
            return try Self.device(id, realm: realm.id, at: now, in: transaction) ?? device
        }
        if let owner = try await users.user(user, in: realm.id) {
            await messages.announce(made, to: owner, try await policies.standard(in: realm).newDeviceNotification, in: realm)
        }
        return made
    }

    private func waitingPasskey(
        _ id: UUID, _ user: UUID, _ realm: Realm, _ now: Date, _ transaction: any ReadTransaction
    ) throws -> Device {
        let device = try waiting(id, user, realm, now, transaction)
        guard device.kind == .fido2 else { throw MFAError(.wrongState, "the device is activated by a code, not by an attestation") }
        return device
    }

    /// The passkey of a device; nil for other devices, and for one that isn't active.
    package func passkey(of device: Device) async throws -> Passkey? {
        try await database.read { try Passkeys.passkey(of: device.id, realm: device.realm, in: $0) }
    }
}

extension ClientData {
    /// Refuses a ceremony that ran elsewhere than its caller says.
    func require(_ origin: String?) throws(WebAuthnError) {
        guard origin.map({ $0 == self.origin }) ?? true else {
            throw WebAuthnError(.wrongOrigin, "the answer is from \(self.origin.prefix(128)), not from the origin that was sent with it")
        }
    }
}

extension MFAError {
    /// What is told of an answer that doesn't hold. Why is for developers; it holds no secret.
    static func refusing(_ error: WebAuthnError) -> MFAError { MFAError(.wrongAnswer, error.reason) }
}
