package import Foundation
package import Store
package import Foundations

extension Realms: AuditRealms {
    package static func path(of realm: UUID, in transaction: any ReadTransaction) throws(DatabaseError) -> String? {
        try transaction.row("SELECT path FROM realms WHERE id = ?1", realm)?.text("path")
    }

    /// A stored value that can't be read keeps nothing about persons.
    package static func personalFields(
        ofRealm path: String, in transaction: any ReadTransaction
    ) throws(DatabaseError) -> AuditPersonalFields? {
        guard let row = try transaction.row("SELECT audit_personal_fields FROM realms WHERE path = ?1", path) else { return nil }
        return AuditPersonalFields(rawValue: try row.text("audit_personal_fields")) ?? .omitted
    }
}
