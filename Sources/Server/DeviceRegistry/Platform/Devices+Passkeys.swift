package import Foundation
import Primitives
import Store
package import WebAuthn
package import DevicePolicies
package import Directory
import Foundations

extension Devices {
    /// The number of answers of passkeys that one network address may send in a minute.
    package static let mostAnswersFromAddress = 60

    /// Adds a device that an authenticator will make a key for: its answer activates it.
    func enrolPasskey(
        _ enrolment: Enrolment, _ owner: User, _ rules: FIDO2Policy, in realm: Realm
    ) async throws -> Enrolled {
        let (id, now) = (random.uuid(), time.now)
        var device = UserDevice(
            id: id, realm: realm.id, user: owner.id, kind: .fido2, status: .activationRequired, created: now, updated: now)
        device.nickname = enrolment.nickname ?? rules.deviceDisplayName
        let party = try Self.relyingParty(enrolment, rules)
        var ceremony = PasskeyCeremony(
            challenge: random.bytes(PasskeyCeremony.challengeLength), relyingParty: party.id,
            userVerification: rules.registrationVerification,
            allowsBackup: rules.allowsBackup, expires: now.addingTimeInterval(Self.activationLifetime))
        ceremony.metadata = rules.metadata.flatMap { $0.option == .none ? nil : $0 }
        let most = try await settings.settings(in: realm).pairing.maximumDevices
        let known = try await database.write { [device, ceremony] transaction in
            try Self.requireRoom(for: owner.id, most, realm.id, now, transaction)
            try Self.insert(device, in: transaction)
            try ceremony.ask(id, realm: realm.id, in: transaction)
            try tell(.deviceAdded, device, at: now, in: transaction)
            return try Passkeys.passkeys(of: owner.id, for: party.id, realm: realm.id, in: transaction)
        }
        let options = CreationOptions(
            relyingPartyID: party.id, relyingPartyName: party.name,
            user: .init(id: RegisteredPasskey.handle(of: owner.id), name: owner.username, displayName: rules.displayName(of: owner)),
            challenge: ceremony.challenge, algorithms: PasskeyCeremony.algorithms, timeout: rules.timeout * 1000,
            excluded: known.map(\.descriptor), attachment: rules.wantedAttachment, residentKey: rules.residentKey,
            userVerification: ceremony.userVerification, attestation: rules.attestationPreference, hints: rules.browserHints,
            extensions: ["credProps": true])
        return Enrolled(device: device, uri: nil, secret: nil, options: options)
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
    /// - Throws: ``SecondFactorError`` `.wrongAnswer`, `.wrongState`, `.overloaded`; `unknownDevice`.
    package func activate(
        _ id: UUID, with response: RegistrationResponse, origin: String?, of user: UUID, from address: String, in realm: Realm
    ) async throws -> UserDevice {
        let now = time.now
        let ceremony = try await database.write { transaction in
            guard
                try Throttle.allow(
                    "passkey", from: .address(address), realm: realm.id, limit: Self.mostAnswersFromAddress, at: now, in: transaction)
            else { throw SecondFactorError(.overloaded, "too many answers came from one address; wait a minute") }
            _ = try waitingPasskey(id, user, realm, now, transaction)
            guard let ceremony = try PasskeyCeremony.asked(id, realm: realm.id, at: now, in: transaction) else {
                throw SecondFactorError(.wrongState, "the device's registration was answered, or its time is over")
            }
            return ceremony
        }
        let (registered, told) = try await verified(response, ceremony, origin, in: realm)
        let made = try await database.write { transaction in
            let device = try waitingPasskey(id, user, realm, now, transaction)
            guard try ceremony.spend(id, realm: realm.id, in: transaction) else {
                throw SecondFactorError(.wrongState, "the device's registration was answered already")
            }
            guard try Passkeys.insert(RegisteredPasskey(NewPasskey(registered, for: ceremony.relyingParty), of: device), in: transaction)
            else {
                throw SecondFactorError(.wrongAnswer, "the authenticator's credential is registered already")
            }
            try Throttle.forgive("passkey", from: .address(address), realm: realm.id, at: now, in: transaction)
            try Self.activate(id, of: user, realm: realm.id, in: transaction)
            try tell(.deviceChanged, device, at: now, told, in: transaction)
            return try Self.device(id, realm: realm.id, at: now, in: transaction) ?? device
        }
        if let owner = try await users.user(user, in: realm.id) {
            await messages.announce(made, to: owner, try await policies.standard(in: realm).newDeviceNotification, in: realm)
        }
        return made
    }

    /// Verifies an answer by the ceremony's rules, metadata's among them.
    ///
    /// - Returns: also what is written down of it.
    private func verified(
        _ response: RegistrationResponse, _ ceremony: PasskeyCeremony, _ origin: String?, in realm: Realm
    ) async throws -> (registered: RegistrationCeremony.Registered, told: JSONObject) {
        var registration = ceremony.registration
        registration.attestation = try await attestation(response, ceremony.metadata, in: realm)
        let registered = try await Self.verified(response, registration, origin, at: time.now)
        var told: JSONObject = ["change": "activated"]
        guard let metadata = ceremony.metadata else { return (registered, told) }
        let (model, entry) = (registered.record.model, try await entry(response, in: realm))
        guard metadata.permits(entry, model: model) else {
            throw SecondFactorError(.wrongAnswer, "the policy doesn't allow the authenticator's model \(model)")
        }
        told["model"] = .string(model)
        told["metadata"] = .string(entry.map { $0.isCompromised ? "warned" : "known" } ?? "unknown")
        return (registered, told)
    }

    private static func verified(
        _ response: RegistrationResponse, _ registration: RegistrationCeremony, _ origin: String?, at now: Date
    ) async throws -> RegistrationCeremony.Registered {
        do {
            try ClientData(bytes: response.clientDataJSON).require(origin)
            return try await registration.verify(response, at: now)
        } catch { throw SecondFactorError.refusing(error) }
    }

    /// Returns who must vouch for an authenticator.
    private func attestation(
        _ response: RegistrationResponse, _ metadata: FIDO2Policy.Metadata?, in realm: Realm
    ) async throws -> AttestationPolicy {
        guard let metadata, metadata.option.refuses else { return .unasked }
        guard let store = try await trustStores.store(TrustStores.defaultAlias, in: realm.id), store.metadata != nil else {
            throw SecondFactorError(.wrongState, "the realm's trust store has no metadata any more, which its FIDO2 policy goes by")
        }
        return try await trustStores.policy(
            for: response, by: store, leastLevel: metadata.option == .certified ? .l1 : nil, checksRevocation: false, in: realm.id)
    }

    /// Returns what metadata says of an authenticator's model.
    private func entry(_ response: RegistrationResponse, in realm: Realm) async throws -> MetadataEntry? {
        guard let object = try? AttestationObject(bytes: response.attestationObject) else { return nil }
        let models = try await trustStores.models(named: object.modelNames, of: TrustStores.defaultAlias, in: realm.id)
        return object.modelNames.lazy.compactMap { models[$0] }.first
    }

    private func waitingPasskey(
        _ id: UUID, _ user: UUID, _ realm: Realm, _ now: Date, _ transaction: any ReadTransaction
    ) throws -> UserDevice {
        let device = try waiting(id, user, realm, now, transaction)
        guard device.kind == .fido2 else {
            throw SecondFactorError(.wrongState, "the device is activated by a code, not by an attestation")
        }
        return device
    }

    /// The passkey of a device; nil for other devices, and for one that isn't active.
    package func passkey(of device: UserDevice) async throws -> RegisteredPasskey? {
        try await database.read { try Passkeys.passkey(of: device.id, realm: device.realm, in: $0) }
    }
}

extension ClientData {
    /// Refuses a ceremony that ran elsewhere than its caller says.
    package func require(_ origin: String?) throws(WebAuthnError) {
        guard origin.map({ $0 == self.origin }) ?? true else {
            throw WebAuthnError(.wrongOrigin, "the answer is from \(self.origin.prefix(128)), not from the origin that was sent with it")
        }
    }
}

extension SecondFactorError {
    /// Returns what is told of an answer that doesn't hold. Why is for developers; it holds no secret.
    package static func refusing(_ error: WebAuthnError) -> SecondFactorError { SecondFactorError(.wrongAnswer, error.reason) }
}
