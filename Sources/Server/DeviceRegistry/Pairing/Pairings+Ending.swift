import DeviceMessages
import Messaging
package import Foundation
import Primitives
package import Store
package import Directory
package import Foundations

extension Pairings {
    /// Ends a pairing at the device's wish. One that is over already stays so.
    ///
    /// - Parameter nonce: of the purpose `unpairing`.
    /// - Throws: ``DeviceError`` `.replayed`, `.deviceMismatch`.
    package func end(_ id: UUID, nonce: String, by installation: Installation, in realm: Realm) async throws {
        let now = time.now
        try await database.write { transaction in
            try Installations.spend(nonce, for: .unpairing, of: installation.id, realm: realm.id, at: now, in: transaction)
            guard let device = try Devices.device(id, realm: realm.id, at: now, in: transaction, keeping: .removed) else { return }
            guard device.installation == installation.id else { throw DeviceError(.deviceMismatch, "the pairing is another device's") }
            try Self.end(device, by: erasure, realm: realm.id, at: now, in: transaction)
            try audit.append(
                .deviceRemoved, ["device": .string(id.text), "reason": "unpaired by the device"], at: now,
                realm: realm.id,
                user: device.user, in: transaction)
        }
    }

    /// Removes a device, and of an installation that no user has any more all that is kept.
    package static func end(
        _ device: UserDevice, by erasure: Erasure, realm: UUID, at now: Date, in transaction: any WriteTransaction
    ) throws {
        // That it isn't approved is said for the index of those that aren't.
        try transaction.execute(
            """
            UPDATE challenges SET status = 'failed', decided = ?3
            WHERE realm = ?1 AND device = ?2 AND status <> 'approved' AND status IN ('pending', 'claimed')
            """, realm, device.id, now)
        try erasure.erase(device: device.id, realm: realm, in: transaction)
        if let installation = device.installation { BuiltInPush.end(installation, realm: realm, in: transaction) }
    }
}
