package import DeviceMessages
import Directory
package import Foundation
import Foundations
import JOSE
import Primitives
import Store
package import WalletMessages

extension Wallets {
    /// The number of seconds that a nonce is good.
    private static let nonceLifetime: TimeInterval = 300
    /// The number of nonces that one instance gets in a minute.
    private static let mostInMinute = 60

    /// Makes a nonce for new keys.
    /// - Throws: `.policy` for another purpose; `.rateLimited`.
    package func nonce(for purpose: ServerNonce.Purpose, of instance: WalletInstance) async throws -> ServerNonce {
        guard purpose == .rotation else { throw DeviceError(.policy, "instances of wallets get nonces for a rotation alone") }
        let now = time.now
        let nonce = ServerNonce(value: random.token(16), purpose: purpose, expires: now.addingTimeInterval(Self.nonceLifetime))
        try await database.write { transaction in
            try Self.count("wallet nonces", by: instance, at: now, in: transaction)
            try transaction.execute(
                "INSERT INTO wallet_nonces (realm, id, instance, expires) VALUES (?1, ?2, ?3, ?4)", instance.realm, nonce.value,
                instance.id,
                nonce.expires)
        }
        return nonce
    }

    /// Takes new keys, which count at once; the log gets an entry of the one that signs.
    ///
    /// - Throws: `.deviceMismatch`, `.conflict` for the key in use and for an agreement key that signs; `.replayed` for the nonce; `.rateLimited`.
    package func rotate(_ rotation: KeyRotation, of instance: WalletInstance, at site: WalletSite) async throws {
        guard rotation.installation == instance.id.text else {
            throw DeviceError(.deviceMismatch, "the new keys are for another instance")
        }
        let thumbprint = rotation.signing.thumbprintText
        guard ![instance.signing.thumbprint, rotation.agreement.thumbprintText].contains(thumbprint) else {
            throw DeviceError(.conflict, "the new key is in use already")
        }
        let (now, settings, realm) = (time.now, site.settings, instance.realm)
        try await database.write { [self] transaction in
            let spent = try transaction.execute(
                "DELETE FROM wallet_nonces WHERE realm = ?1 AND id = ?2 AND instance = ?3 AND expires > ?4", realm, rotation.nonce,
                instance.id, now)
            guard spent == 1 else { throw DeviceError(.replayed, "the nonce is unknown, used or expired; ask for another") }
            try WalletAllowance.takeEntry(settings, by: instance, at: now, in: transaction)
            let changed = try transaction.execute(
                "UPDATE wallet_instances SET signing = ?3, agreement = ?4 WHERE realm = ?1 AND id = ?2 AND signing = ?5", realm,
                instance.id,
                WalletInstance.text(rotation.signing), WalletInstance.text(rotation.agreement), WalletInstance.text(instance.signing.key))
            guard changed == 1 else { throw DeviceError(.conflict, "the keys were changed meanwhile") }
            try transaction.execute(
                "UPDATE wallet_keys SET ended = ?3 WHERE realm = ?1 AND instance = ?2 AND ended IS NULL", realm, instance.id, now)
            try Self.log(rotation.signing, of: instance.id, realm: realm, at: now, in: transaction)
            try audit.append(.walletKeysChanged, ["instance": .string(instance.id.text)], at: now, realm: realm, in: transaction)
        }
    }

    /// The keys of an instance, with their entries in the log. The asker proves nothing: who is about to write to whom isn't told.
    ///
    /// - Parameter address: the network address that look-ups are counted by.
    /// - Throws: `.notFound` for an unknown instance and for one that was erased; `.rateLimited`.
    package func keys(of id: UUID, from address: String, at site: WalletSite) async throws -> InstanceKeys {
        guard try await quotas.admits(.walletKeys, bytes: 0, from: address, in: site.realm) else {
            throw DeviceError(.rateLimited, "too many keys are asked for from this network")
        }
        let realm = site.realm.id
        let (agreement, rows) = try await database.read { transaction -> (JWK, [ListedKey]) in
            guard let instance = try WalletInstance.find(id, realm: realm, in: transaction) else { throw Self.unknown }
            return (instance.agreement, try Self.listed(id, realm, in: transaction))
        }
        let logged = try await registry.prove(rows.map(\.number), at: site)
        return InstanceKeys(
            id: id, signing: zip(rows, logged).map { InstanceKeys.Signing(key: $0.key, ended: $0.ended, logged: $1) }, agreement: agreement)
    }

    /// The keys with which an instance signs, or signed.
    func signingKeys(of instance: WalletInstance) async throws -> [JWK] {
        try await database.read { try Self.listed(instance.id, instance.realm, in: $0).map(\.key) }
    }

    /// A key as it is listed, with the number of its entry.
    private struct ListedKey: Sendable {
        let key: JWK
        let number: Int
        let ended: Date?
    }

    /// The keys of an instance, the current one first.
    private static func listed(_ id: UUID, _ realm: UUID, in transaction: any ReadTransaction) throws -> [ListedKey] {
        try transaction.rows(
            "SELECT key, number, ended FROM wallet_keys WHERE realm = ?1 AND instance = ?2 ORDER BY number DESC LIMIT ?3", realm, id,
            InstanceKeys.mostKeys
        ).map { row in
            ListedKey(
                key: try WalletInstance.key(try row.text("key")), number: Int(try row.int("number")), ended: try row.optionalDate("ended"))
        }
    }

    private static func count(_ kind: String, by instance: WalletInstance, at now: Date, in transaction: any WriteTransaction) throws {
        let isAllowed = try Throttle.allow(
            kind, from: .installation(instance.id.text), realm: instance.realm, limit: mostInMinute, at: now, in: transaction)
        guard isAllowed else { throw DeviceError(.rateLimited, "the instance asks too often") }
    }
}
