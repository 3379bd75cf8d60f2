package import Foundation
import DeviceMessages
import Primitives
package import Store
import DeviceRegistry
package import Foundations

/// An installation that has moved to the product's successor is trusted there, and not here any more: never both, never none.
extension PingID: MigrationFollowing {
    package static func moved(_ device: String, realm: UUID, by erasure: Erasure, at now: Date, in transaction: any WriteTransaction) throws
    {
        let records = try transaction.rows("SELECT * FROM pingid_trust WHERE realm = ?1 AND installation = ?2", realm, device)
            .map(TrustRecord.init)
        for record in records {
            try record.remove(by: erasure, at: now, in: transaction)
            try TrustBook.settle(record.user, application: record.application, realm: realm, at: now, in: transaction)
        }
    }

    /// - Throws: ``/DeviceMessages/DeviceError`` `.notPaired` for an installation that has moved.
    static func requireUnmoved(_ installation: String, _ realm: UUID, in transaction: any ReadTransaction) throws {
        guard try !MigrationKeys.hasMoved(installation, realm: realm, in: transaction) else {
            throw DeviceError(.notPaired, "this installation has moved to the product's successor")
        }
    }
}
