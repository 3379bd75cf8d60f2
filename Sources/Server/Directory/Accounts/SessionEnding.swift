package import Foundation
package import Store

/// The sessions, as a change of a user's password sees them.
package protocol SessionEnding: Sendable {
    /// Ends a user's sessions but one, with all that was granted in them.
    ///
    /// - Parameter session: the handle of the session that stays; nil when none does.
    /// - Returns: the handles of the sessions that ended.
    static func logOut(of user: UUID, but session: String?, realm: UUID, in transaction: any WriteTransaction) throws -> [String]
}
