package import Foundation
package import Store
import Primitives

/// The owner of what pushes ask, as the mailboxes ask it.
package protocol PushDocuments: Sendable {
    /// The documents that an installation can still decide, of those with the ids that are given.
    ///
    /// - Parameter ids: the ids by which their pushes collapse, as many as are fetched at once.
    static func documents(
        _ ids: [String], for installation: String, realm: UUID, in transaction: any ReadTransaction
    ) throws -> [String: String]
}
