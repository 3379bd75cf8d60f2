import DeviceMessages
import Directory
package import Foundation
import Foundations
import JOSE
import Primitives
import SealedFiles
import Store
import VerifiableClaims
package import WalletMessages

extension Wallets {
    /// Registers an instance, first come, first served. The same again is answered again.
    ///
    /// - Parameter user: the user who registers it, and with whom it is erased; nil for one without a user. An instance that is registered
    ///   already becomes the user's, if it is no other's.
    /// - Throws: `.invalidProof` when the proof's key or id isn't the registration's; `.conflict` for an id that is bound to other keys, was
    ///   erased, or is another user's; `.policy` for a callback that the realm doesn't allow; `.rateLimited`.
    package func register(
        _ registration: WalletRegistration, by sender: IntroducedWalletRequest, of user: UUID?, from address: String, at site: WalletSite
    ) async throws -> InstanceReceipt {
        guard sender.id == registration.id, sender.key.thumbprint == registration.signing.thumbprintText else {
            throw DeviceError(.invalidProof, "the proof is of another instance than the registration")
        }
        try Self.check(registration.reach, site)
        let realm = site.realm.id
        if let known = try await database.lookUp({ try Self.known(registration, realm, in: $0) }), user == nil || known.user == user {
            return InstanceReceipt(revision: known.revision, configuration: try await configuration(at: site))
        }
        guard try await quotas.admits(.walletInstance, bytes: Quotas.row * 8, from: address, in: site.realm) else {
            throw DeviceError(.rateLimited, "one network address registers too many instances")
        }
        _ = try await registry.log(at: site)
        let now = time.now
        let instance = try await database.write { [self] transaction in
            if let user, try Users.status(of: user, realm: realm, in: transaction) == nil { throw Users.unknown(user) }
            if let known = try Self.known(registration, realm, in: transaction) {
                try Self.give(known, to: user, in: transaction)
                return known
            }
            try transaction.execute(
                """
                INSERT INTO wallet_instances (realm, id, signing, agreement, os_type, reach, revision, created, user_id)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1, ?7, ?8)
                """, realm, registration.id, WalletInstance.text(registration.signing), WalletInstance.text(registration.agreement),
                registration.osType, registration.reach?.json.text, now, user)
            try Self.log(registration.signing, of: registration.id, realm: realm, at: now, in: transaction)
            try audit.append(
                .walletRegistered, ["instance": .string(registration.id.text)], at: now, realm: realm, user: user, in: transaction)
            guard let made = try WalletInstance.find(registration.id, realm: realm, in: transaction) else { throw Self.unknown }
            return made
        }
        return InstanceReceipt(revision: instance.revision, configuration: try await configuration(at: site))
    }

    /// Changes the way to tell an instance of mail.
    /// - Throws: `.conflict` when it was changed since the revision that the change names; `.policy`.
    package func change(_ change: InstanceReachChange, of instance: WalletInstance, at site: WalletSite) async throws -> InstanceReceipt {
        try Self.check(change.reach, site)
        let changed = try await database.write { transaction in
            try transaction.execute(
                "UPDATE wallet_instances SET reach = ?3, revision = revision + 1 WHERE realm = ?1 AND id = ?2 AND revision = ?4",
                instance.realm, instance.id, change.reach.json.text, change.revision)
        }
        guard changed == 1 else {
            throw DeviceError(
                .conflict, "the instance was changed meanwhile; register again to learn its revision",
                details: ["revision": .integer(Int64(instance.revision))])
        }
        return InstanceReceipt(revision: change.revision + 1, configuration: try await configuration(at: site))
    }

    /// Erases an instance: its keys, its mail and its requests. The id stays taken.
    package func erase(_ instance: WalletInstance) async throws {
        let now = time.now
        let files = try await database.write { [self] transaction in
            let files = try Mailboxes.files(of: instance.id, realm: instance.realm, in: transaction)
            try WalletInstance.erase(instance.id, realm: instance.realm, by: erasure, in: transaction)
            try audit.append(.walletErased, ["instance": .string(instance.id.text)], at: now, realm: instance.realm, in: transaction)
            return files
        }
        await mail.files.remove(files)
    }

    static let unknown = DeviceError(.notFound, "there is no such instance")

    /// Appends the entry of a new key to the log, and lists the key.
    static func log(_ key: JWK, of instance: UUID, realm: UUID, at now: Date, in transaction: any WriteTransaction) throws {
        let number = try Registry.append(
            .key(thumbprint: key.thumbprintText, issuer: instance.text, notBefore: now, at: now), realm: realm, in: transaction)
        try transaction.execute(
            "INSERT INTO wallet_keys (realm, instance, number, key) VALUES (?1, ?2, ?3, ?4)", realm, instance, number,
            WalletInstance.text(key))
    }

    /// The instance that a registration is about, if it is known; nil for a new one.
    private static func known(
        _ registration: WalletRegistration, _ realm: UUID, in transaction: any ReadTransaction
    ) throws -> WalletInstance? {
        let row = try transaction.row(
            "SELECT * FROM wallet_instances WHERE realm = ?1 AND id = ?2", realm, registration.id, keeping: .changed)
        guard let row else { return nil }
        guard let known = try WalletInstance(row), known.signing.thumbprint == registration.signing.thumbprintText,
            known.agreement.thumbprintText == registration.agreement.thumbprintText
        else { throw DeviceError(.conflict, "this id is bound to other keys") }
        return known
    }

    /// Makes an instance a user's.
    /// - Throws: `.conflict` for another user's.
    private static func give(_ instance: WalletInstance, to user: UUID?, in transaction: any WriteTransaction) throws {
        guard let user, instance.user != user else { return }
        guard instance.user == nil else { throw DeviceError(.conflict, "this instance is another user's") }
        try transaction.execute(
            "UPDATE wallet_instances SET user_id = ?3 WHERE realm = ?1 AND id = ?2", instance.realm, instance.id, user)
    }

    private static func check(_ reach: WalletReach?, _ site: WalletSite) throws(DeviceError) {
        guard case .callback(let url)? = reach else { return }
        guard site.settings.allowsCallback(url) else {
            throw DeviceError(.policy, "the realm doesn't allow callbacks to this host, or the URL isn't https")
        }
    }
}
