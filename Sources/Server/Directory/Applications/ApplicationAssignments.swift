package import Foundation
package import Store

/// The assignments of applications, as the removal of one sees them.
package protocol ApplicationAssignments: Sendable {
    /// Forgets what a removed application was assigned, in the transaction that removes it.
    static func forget(application: String, realm: UUID, in transaction: any WriteTransaction) throws
}
