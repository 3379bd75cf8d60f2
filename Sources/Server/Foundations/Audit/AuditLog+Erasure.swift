import Foundation
import Primitives
import Store

extension AuditLog {
    /// Takes out what events tell about a user as a person, sealed or not. The chain still holds: the fields stand in it by their digest.
    ///
    /// - Parameters:
    ///   - names: the user's names and addresses: events that name no user tell of the user by one, such as a mail's.
    ///   - realm: the realm's name as events have it: its path, or the id of one that isn't there any more.
    static func forgetPersonalFields(
        of user: UUID, named names: Set<String> = [], realm: String, in transaction: any WriteTransaction
    ) throws {
        try transaction.execute("UPDATE audit_event SET personal = NULL WHERE user_id = ?1 AND personal IS NOT NULL", user)
        try transaction.execute("UPDATE audit_waiting SET personal = NULL WHERE user_id = ?1 AND personal IS NOT NULL", user)
        for name in names.map({ Erasure.pattern(of: JSONValue.string($0).text) }) {
            try transaction.execute(
                """
                UPDATE audit_event SET personal = NULL
                WHERE realm = ?1 AND user_id IS NULL AND personal IS NOT NULL AND personal LIKE '%' || ?2 || '%' ESCAPE '!'
                """, realm, name)
            try transaction.execute(
                """
                UPDATE audit_waiting SET personal = NULL
                WHERE realm = ?1 AND user_id IS NULL AND personal IS NOT NULL AND personal LIKE '%' || ?2 || '%' ESCAPE '!'
                """, realm, name)
        }
    }

    /// Takes what tells of persons out of all events of a realm, sealed or not.
    ///
    /// - Parameter realm: the realm's name as events have it.
    static func forgetPersonalFields(ofRealm realm: String, in transaction: any WriteTransaction) throws {
        try transaction.execute("UPDATE audit_event SET personal = NULL WHERE realm = ?1 AND personal IS NOT NULL", realm)
        try transaction.execute("UPDATE audit_waiting SET personal = NULL WHERE realm = ?1 AND personal IS NOT NULL", realm)
    }
}
