package import DeviceMessages
package import Foundation
import JOSE
import Primitives
package import Store
package import Directory
import Foundations

extension Installations {
    /// Changes what an installation tells of itself.
    ///
    /// - Throws: `.conflict` when it was changed since the revision that the change names.
    package func change(_ change: InstallationChange, of installation: Installation, in realm: Realm) async throws -> Installation {
        let now = time.now
        return try await database.write { [self] transaction in
            guard var current = try Self.installation(installation.id, realm: realm.id, in: transaction, keeping: .changed) else {
                throw Self.notPaired
            }
            guard current.revision == change.revision else {
                throw DeviceError(
                    .conflict, "the installation was changed meanwhile; read it again",
                    details: ["revision": .integer(Int64(current.revision))])
            }
            current.push = change.push ?? current.push
            current.isPushAllowed = change.isPushAllowed ?? current.isPushAllowed
            current.app = change.app ?? current.app
            current.device = change.device ?? current.device
            try Self.update(&current, in: transaction)
            try audit.append(.installationChanged, ["installation": .string(current.id)], at: now, realm: realm.id, in: transaction)
            return current
        }
    }

    /// Forgets an address that its push service doesn't know, of an app that is there: it speaks with the server just now.
    func forget(_ address: PushAddress, of installation: String, in realm: UUID) async throws {
        try await database.write { transaction in
            guard var current = try Self.installation(installation, realm: realm, in: transaction, keeping: .changed),
                current.push == address
            else { return }
            current.push = nil
            try Self.update(&current, in: transaction)
        }
    }

    /// Ends the pairings of an installation whose push service says that the app is gone, unless the device has told another address
    /// meanwhile (`docs/protocols/platform.md` 2.4).
    package func retire(_ address: PushAddress, of installation: String, in realm: UUID) async throws {
        let now = time.now
        try await database.write { [self] transaction in
            guard try Self.installation(installation, realm: realm, in: transaction)?.push == address else { return }
            for device in try Devices.devices(ofInstallation: installation, realm: realm, in: transaction) {
                try Pairings.end(device, by: erasure, realm: realm, at: now, in: transaction)
                try audit.append(
                    .deviceRemoved, ["device": .string(device.id.text), "reason": "the push service says that the app is gone"], at: now,
                    realm: realm, user: device.user, in: transaction)
            }
        }
    }

    /// Takes new keys, which count from the first request that is proved with them. Until then a later rotation replaces them.
    ///
    /// - Throws: `.replayed` for the nonce; `.conflict` when a key is in use already.
    package func rotate(_ rotation: KeyRotation, of installation: Installation, in realm: Realm) async throws {
        guard rotation.installation == installation.id else {
            throw DeviceError(.deviceMismatch, "the new keys are for another installation")
        }
        guard rotation.signing.thumbprintText != installation.signing.thumbprint else {
            throw DeviceError(.conflict, "the new key is the one in use")
        }
        let now = time.now
        try await database.write { [self] transaction in
            try Self.spend(rotation.nonce, for: .rotation, of: installation.id, realm: realm.id, at: now, in: transaction)
            let changed = try transaction.execute(
                "UPDATE installations SET next_signing = ?3, next_agreement = ?4 WHERE realm = ?1 AND id = ?2 AND signing = ?5", realm.id,
                installation.id, Installation.text(rotation.signing), Installation.text(rotation.agreement),
                Installation.text(installation.signing.key))
            guard changed == 1 else { throw DeviceError(.conflict, "the keys were changed meanwhile") }
            try audit.append(
                .installationKeysOffered, ["installation": .string(installation.id)], at: now, realm: realm.id, in: transaction)
        }
    }

    /// Adds an installation that is new.
    package func insert(_ installation: Installation, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO installations (realm, id, signing, agreement, app, device, push, push_allowed, revision, created, keys_created)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
            """, installation.realm, installation.id, Installation.text(installation.signing.key),
            Installation.text(installation.agreement),
            installation.app.json.text, installation.device.json.text, installation.push?.json.text, installation.isPushAllowed,
            installation.revision, installation.created, installation.keysCreated)
    }

    /// Writes what the device tells of itself, and raises the revision. The transaction has read it and kept it from others (`.changed`).
    package static func update(_ installation: inout Installation, in transaction: any WriteTransaction) throws {
        installation.revision += 1
        try transaction.execute(
            """
            UPDATE installations SET app = ?3, device = ?4, push = ?5, push_allowed = ?6, revision = ?7, logs_until = ?8
            WHERE realm = ?1 AND id = ?2
            """, installation.realm, installation.id, installation.app.json.text, installation.device.json.text,
            installation.push?.json.text, installation.isPushAllowed, installation.revision, installation.logsWantedUntil)
    }
}
