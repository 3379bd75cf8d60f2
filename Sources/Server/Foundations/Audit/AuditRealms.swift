package import Foundation
package import Store

/// The owner of the realms, as the audit log asks it: events name a realm by its path and keep of persons what its setting says.
///
/// Both are read in the transaction that writes, so that no event is written by an older setting.
package protocol AuditRealms: Sendable {
    /// The path of a realm; nil for one that isn't there any more.
    static func path(of realm: UUID, in transaction: any ReadTransaction) throws(DatabaseError) -> String?

    /// The personal fields that events of a realm have; nil for a path without a realm.
    static func personalFields(ofRealm path: String, in transaction: any ReadTransaction) throws(DatabaseError) -> AuditPersonalFields?
}
