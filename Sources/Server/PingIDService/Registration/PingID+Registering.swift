package import DeviceMessages
package import Foundation
package import Primitives
import PingIDMessages
import Store
package import Directory
import Foundations

extension PingID {
    /// A registration as it stands.
    package struct Registration: Sendable {
        package let token: RegistrationToken
        package let status: RegistrationToken.Status
        /// The key that the user enters; told when it is made, and never again.
        package var pairingKey: Secret?
        /// The server's payload for the app, where one sent its own.
        package var serverPayload: String?
        /// The authentication by which it continues.
        package var answer: AuthenticationAnswer?
    }

    /// A pairing key as it is told, once.
    package struct MadePairingKey: Sendable {
        package let key: CustomerPairingKey
        /// The key itself.
        package let text: Secret
    }

    /// Registers the device of an app that sent its payload.
    ///
    /// - Parameters:
    ///   - ignoresValidation: whether no trusted device need approve; false where the customer's server doesn't say so.
    ///   - pairingKey: a key that the user entered, which makes that needless too.
    /// - Throws: as ``authenticate(_:in:issuer:)``; `invalid` for a key that is unknown, used, over, or another user's.
    package func register(
        _ request: AuthenticationRequest, ignoresValidation: Bool, pairingKey: Secret? = nil, in realm: Realm, issuer: DeviceIssuer
    ) async throws -> Registration {
        let hashes = pairingKey.map { keyHashes[realm.id].hashes(PairingKeyText.canonical($0.reveal()) ?? $0) }
        let (id, now) = (random.uuid(), time.now)
        let answer = try await begin(request, isValidated: ignoresValidation || hashes != nil, in: realm, issuer: issuer) {
            authentication, transaction in
            if let hashes {
                let key = try Self.spend(hashes, for: authentication, at: now, in: transaction)
                if try RegistrationToken.claim(waitingFor: key.id, by: authentication, in: transaction) != nil { return }
            }
            try RegistrationToken(
                id: id, realm: realm.id, application: authentication.application, user: authentication.user,
                authentication: authentication.id, installation: authentication.subject, pairingKey: nil, created: now,
                expires: now.addingTimeInterval(PingIDAuthentication.readable)
            ).insert(in: transaction)
        }
        let found = try await database.read { transaction -> RegistrationToken? in
            let row = try transaction.row(
                "SELECT * FROM pingid_registrations WHERE realm = ?1 AND authentication = ?2", realm.id, answer.authentication.id)
            return try row.map(RegistrationToken.init)
        }
        guard let found else { throw DomainError(.conflict, "the registration was removed meanwhile") }
        return Registration(
            token: found, status: found.status(answer.authentication, isTrusted: false, at: now), serverPayload: answer.serverPayload,
            answer: answer)
    }

    private static func spend(
        _ hashes: [[UInt8]], for authentication: PingIDAuthentication, at now: Date, in transaction: any WriteTransaction
    ) throws -> CustomerPairingKey {
        let key = try CustomerPairingKey.find(
            hashes: hashes, application: authentication.application, realm: authentication.realm, in: transaction)
        guard let key, key.user == nil || key.user == authentication.user, try key.spend(at: now, in: transaction) else {
            throw DomainError(.invalid, "the pairing key is unknown, used, over or another user's")
        }
        return key
    }

    /// Begins a registration by a key that the user is to enter into the app.
    /// - Throws: `unknownApplication`, `unknownUser`, `conflict` when too many keys wait for their use.
    package func register(_ reference: UserReference, of application: String, in realm: Realm) async throws -> Registration {
        let made = try await makePairingKey(for: application, user: reference, data: nil, in: realm)
        guard let user = made.key.user else { throw PingIDUsers.unknown(reference) }
        let token = RegistrationToken(
            id: random.uuid(), realm: realm.id, application: application, user: user, authentication: nil, installation: nil,
            pairingKey: made.key.id,
            created: made.key.created, expires: made.key.expires)
        try await database.write { try token.insert(in: $0) }
        return Registration(token: token, status: .unclaimed, pairingKey: made.text)
    }

    /// A registration of a user; nil for one that is unknown.
    package func registration(
        _ id: UUID, of reference: UserReference, application: String, in realm: Realm
    ) async throws -> Registration? {
        let now = time.now
        return try await database.read { transaction in
            guard let token = try RegistrationToken.find(id, realm: realm.id, in: transaction), token.application == application,
                try Users.user(reference, realm: realm.id, in: transaction)?.id == token.user
            else { return nil }
            let session = try token.authentication.flatMap {
                try PingIDAuthentication.find($0, realm: realm.id, at: now, in: transaction)
            }
            let record = try token.installation.flatMap {
                try TrustRecord.find($0, user: token.user, application: application, realm: realm.id, in: transaction)
            }
            return Registration(
                token: token, status: token.status(session, isTrusted: record?.isTrusted(at: now) ?? false, at: now))
        }
    }

    // MARK: - Pairing keys

    /// Makes a pairing key.
    ///
    /// - Parameters:
    ///   - reference: the user that it belongs to; nil for any user of the application.
    ///   - data: the customer's own text.
    /// - Throws: `unknownApplication`, `unknownUser`, `conflict` when too many keys wait for their use.
    package func makePairingKey(
        for application: String, user reference: UserReference?, data: String?, in realm: Realm
    ) async throws -> MadePairingKey {
        _ = try await rules(of: application, in: realm)
        let (id, now) = (random.uuid(), time.now)
        let text = PairingKeyText.generate(.alphanumeric, random: random)
        let hash = keyHashes[realm.id].hash(text)
        let key = try await database.write { transaction in
            let member = try reference.map { name in
                guard let member = try PingIDUsers.member(name, of: application, realm: realm.id, in: transaction) else {
                    throw PingIDUsers.unknown(name)
                }
                return member
            }
            try transaction.hold(HeldName("PingID pairing keys", realm.id, application))
            let row = try transaction.row(
                "SELECT COUNT(*) AS count FROM pingid_pairing_keys WHERE realm = ?1 AND application = ?2 AND used = 0 AND expires > ?3",
                realm.id, application, now)
            guard try row?.int("count") ?? 0 < CustomerPairingKey.mostUnused else {
                throw DomainError(.conflict, "\(CustomerPairingKey.mostUnused) pairing keys wait for their use, which is the most")
            }
            let key = CustomerPairingKey(
                id: id, realm: realm.id, application: application, user: member?.user.id, data: data, created: now,
                expires: now.addingTimeInterval(CustomerPairingKey.lifetime))
            try key.insert(hash: hash, in: transaction)
            return key
        }
        return MadePairingKey(key: key, text: text)
    }

    /// A pairing key as it stands; nil for one that is unknown.
    package func pairingKey(_ text: Secret, of application: String, in realm: Realm) async throws -> CustomerPairingKey? {
        guard let text = PairingKeyText.canonical(text.reveal()) else { return nil }
        let hashes = keyHashes[realm.id].hashes(text)
        return try await database.read {
            try CustomerPairingKey.find(hashes: hashes, application: application, realm: realm.id, in: $0)
        }
    }
}
