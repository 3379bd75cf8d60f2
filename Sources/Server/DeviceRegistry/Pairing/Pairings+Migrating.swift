package import DeviceMessages
import Foundation
import JOSE
import Primitives
import Store
package import Directory
import Foundations

extension Pairings {
    /// Begins the pairing of an installation of the older product, which its old key vouches for; the confirmation completes it. Said
    /// again by the same new installation, it gives the same.
    ///
    /// - Throws: ``DeviceError`` `.migration`, `.deviceMismatch`, `.replayed`, `.rateLimited`.
    package func migrate(
        _ migration: DeviceMessages.InstallationMigration, app: AppDescription, device: DeviceDescription, by sender: Installations.Sender,
        from address: String,
        in realm: Realm
    ) async throws -> Begun {
        let attempt = try await admit(sender.id, from: address, in: realm)
        guard let end = realm.settings[DeviceSettings.self].migrationEnd, time.now < end else {
            throw DeviceError(.migration, "this realm takes no installations of the older product")
        }
        guard migration.signing.thumbprintText == sender.id else {
            throw DeviceError(.deviceMismatch, "the old key vouches for another installation")
        }
        guard let entry = try await database.read({ try MigrationKeys.entry(migration.device, realm: realm.id, in: $0) }) else {
            throw DeviceError(.migration, "no installation \(migration.device) is to be moved")
        }
        try migration.verify(with: entry.key)
        guard try await applications.application(entry.application, in: realm.id)?.settings.mobile != nil else {
            throw DeviceError(.migration, "the application \(entry.application) has no app that could take the device over")
        }
        let former = try await pairingKey(of: entry, in: realm)
        let place = former == nil ? try await database.read { try Self.device(of: entry, in: realm.id, $0) } : nil
        let id = former ?? random.uuid()
        let request = PairingRequest(.ticket(Secret(random.token(16))), agreement: migration.agreement, app: app, device: device)
        let hash = random.bytes(32)
        return try await begin(request, of: entry.application, by: sender, becoming: place, in: realm) { transaction in
            let now = time.now
            try attempt.forgive(in: transaction)
            if former == nil {
                try Installations.spend(
                    migration.nonce, for: .migration, of: sender.id, realm: realm.id, at: now, in: transaction)
                guard try MigrationKeys.use(entry, for: id, realm: realm.id, in: transaction) else { throw Self.moved }
                try PairingKeys.insertTicket(
                    id, hash: hash, for: entry.user, installation: sender.id, application: entry.application, realm: realm.id, at: now,
                    in: transaction)
            }
            guard let key = try PairingKeys.find(id, realm: realm.id, in: transaction), key.installation == sender.id else {
                throw Self.moved
            }
            return key
        }
    }

    /// The pairing key of a move that was begun; nil when it may begin. One of an installation of this server's own that wasn't confirmed in
    /// time begins again: the app's process may have ended for days.
    private func pairingKey(of entry: MigrationKeys.Entry, in realm: Realm) async throws -> UUID? {
        guard let key = entry.pairingKey, entry.isOwn, !entry.isMoved else { return entry.pairingKey }
        let now = time.now
        let attempt = try await database.read { try PairingAttempt.ofKey(key, realm: realm.id, in: $0) }
        return attempt?.isOpen(at: now) == true ? key : nil
    }

    /// The device that an installation of this server's own is to the user who moves; nil for one that an administrator imported.
    /// - Throws: ``DeviceError`` `.migration` for one that is no device any more.
    private static func device(of entry: MigrationKeys.Entry, in realm: UUID, _ transaction: any ReadTransaction) throws -> UUID? {
        guard entry.isOwn else { return nil }
        let devices = try Devices.devices(ofInstallation: entry.device, realm: realm, in: transaction)
        guard let device = devices.first(where: { $0.user == entry.user }) else {
            throw DeviceError(.migration, "the installation \(entry.device) is no device of its user's any more")
        }
        return device.id
    }

    private static let moved = DeviceError(.migration, "this installation has moved already")
}
