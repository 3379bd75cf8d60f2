package import Foundation
package import Foundations
package import Store

/// The keeper of what an installation of the older product was, which ends when it has moved over.
package protocol MigrationFollowing: Sendable {
    /// Ends an installation of the older product, in the transaction that made its successor a device.
    static func moved(_ device: String, realm: UUID, by erasure: Erasure, at now: Date, in transaction: any WriteTransaction) throws
}
