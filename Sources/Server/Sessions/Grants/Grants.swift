package import Foundation
import Primitives
package import Store
package import Directory
package import Foundations

/// The rows of grants, for use inside the transactions of the services.
package enum Grants {
    /// The table `grants`; rows go with their realm, user or application, or once they have expired.
    package static let feature = Feature(
        history: [
            SchemaStep(1, "initial", place: 12, tables),
            SchemaStep(20, "mobile payloads", place: 1, payloadColumn),
            SchemaStep(43, "bounds of strangers", place: 0, userIndex),
        ],
        tables: [.owned("grants", filled: .byOwners, by: .user("user_id"), .application("application"))],
        expiry: [Expiry("grants", key: "realm, id", by: "ends")])

    private static let tables: [SQL] = [
        """
        CREATE TABLE grants (
            realm TEXT NOT NULL, id TEXT NOT NULL, application TEXT NOT NULL, user_id TEXT NOT NULL, session TEXT NOT NULL,
            offline BIGINT NOT NULL, issuer TEXT NOT NULL, scope TEXT NOT NULL, authenticated BIGINT NOT NULL,
            context_class TEXT, nonce TEXT, redirect_uri TEXT NOT NULL, challenge TEXT NOT NULL, created BIGINT NOT NULL,
            generation BIGINT NOT NULL, expires BIGINT NOT NULL, ends BIGINT NOT NULL, PRIMARY KEY (realm, id))
        """,
        "CREATE INDEX grants_session ON grants (session)",
        "CREATE INDEX grants_ends ON grants (ends)",
    ]

    /// The column of the mobile payload that was shown at the sign-in.
    private static let payloadColumn: [SQL] = ["ALTER TABLE grants ADD COLUMN payload TEXT"]

    /// The index of what an application has of a user: each new grant looks for the oldest.
    private static let userIndex: [SQL] = ["CREATE INDEX grants_user ON grants (realm, user_id, application, created)"]

    /// Ends the oldest grants of an application and a user, so that no more than `most` are left: of codes that wait to be redeemed, which
    /// a page that the user visits can have made, and of redeemed grants, each kind apart.
    ///
    /// - Returns: the ids of the redeemed ones that ended.
    package static func trim(
        to most: Int, like grant: Grant, areCodes: Bool, in transaction: any WriteTransaction
    ) throws -> [UUID] {
        let oldest = try transaction.rows(
            """
            SELECT id FROM grants WHERE realm = ?1 AND user_id = ?2 AND application = ?3 AND (generation = 0) = ?4
            ORDER BY created DESC LIMIT 1000 OFFSET ?5
            """, grant.realm, grant.user, grant.application, areCodes, most
        ).map { try $0.uuid("id") }
        for id in oldest { try revoke(id, realm: grant.realm, in: transaction) }
        return areCodes ? [] : oldest
    }

    /// Stores a new grant.
    package static func insert(_ grant: Grant, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO grants (realm, id, application, user_id, session, offline, issuer, scope, authenticated, context_class,
                nonce, redirect_uri, challenge, created, generation, expires, ends, payload)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)
            """, grant.realm, grant.id, grant.application, grant.user, grant.session, grant.scope.contains(Scope.offlineAccess),
            grant.issuer, grant.scope.description, grant.authenticated, grant.contextClass, grant.nonce, grant.redirectURI,
            grant.challenge, grant.created, grant.generation, grant.expires, grant.ends, grant.payload)
    }

    /// A grant that hasn't ended, with an active user; nil when there is none.
    package static func living(_ id: UUID, realm: UUID, at now: Date, in transaction: any ReadTransaction) throws -> Grant? {
        try held(id, realm: realm, at: now, in: transaction)?.grant
    }

    /// A grant that hasn't ended, with its active user's name; nil when there is none.
    package static func held(
        _ id: UUID, realm: UUID, at now: Date, in transaction: any ReadTransaction
    ) throws -> (grant: Grant, username: String)? {
        let row = try transaction.row("SELECT * FROM grants WHERE realm = ?1 AND id = ?2 AND ends > ?3", realm, id, now)
        guard let grant = try row.map(Grant.init), let name = try Users.name(of: grant.user, realm: realm, in: transaction), name.isActive
        else { return nil }
        return (grant, name.username)
    }

    /// The grants of a user: by application and scope, with the time of the last grant. A code that waits to be redeemed is
    /// nothing yet, and soon nothing any more.
    package static func scopes(
        of user: UUID, realm: UUID, at now: Date, in transaction: any ReadTransaction
    ) throws -> [(application: String, scope: Scope, given: Date)] {
        try transaction.rows(
            """
            SELECT application, scope, MAX(created) AS given FROM grants
            WHERE realm = ?1 AND user_id = ?2 AND generation > 0 AND ends > ?3 GROUP BY application, scope
            """, realm, user, now
        ).map { (try $0.text("application"), Scope(stored: try $0.text("scope")), try $0.date("given")) }
    }

    /// Makes the next credential the good one; false when another request has done so before.
    package static func advance(
        _ grant: Grant, expires: Date, ends: Date, in transaction: any WriteTransaction
    ) throws -> Bool {
        // A refresh leaves the end of the grant, which stands in an index, where it is.
        guard ends != grant.ends else {
            return try transaction.execute(
                "UPDATE grants SET generation = generation + 1, expires = ?4 WHERE realm = ?1 AND id = ?2 AND generation = ?3",
                grant.realm, grant.id, grant.generation, expires) == 1
        }
        return try transaction.execute(
            """
            UPDATE grants SET generation = generation + 1, expires = ?4, ends = ?5
            WHERE realm = ?1 AND id = ?2 AND generation = ?3
            """, grant.realm, grant.id, grant.generation, expires, ends) == 1
    }

    /// Revokes a grant and all that was issued under it; false when there was none.
    @discardableResult
    package static func revoke(_ id: UUID, realm: UUID, in transaction: any WriteTransaction) throws -> Bool {
        try transaction.execute("DELETE FROM grants WHERE realm = ?1 AND id = ?2", realm, id) == 1
    }

    /// Revokes the grants given in a session that was logged out of, but for those with `offline_access` (OpenID Connect
    /// Back-Channel Logout §2.7).
    package static func revoke(session handle: String, realm: UUID, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            "DELETE FROM grants WHERE session = ?1 AND realm = ?2 AND offline = 0", handle, realm)
    }

    /// Revokes all that an application was granted by a user, and returns how many grants there were.
    package static func revoke(
        user: UUID, application: String, realm: UUID, in transaction: any WriteTransaction
    ) throws -> Int {
        try transaction.execute(
            "DELETE FROM grants WHERE user_id = ?1 AND application = ?2 AND realm = ?3", user, application, realm)
    }

    /// Gives the grants of a session to the one that replaces it.
    static func move(from old: String, to new: String, realm: UUID, in transaction: any WriteTransaction) throws {
        try transaction.execute("UPDATE grants SET session = ?3 WHERE session = ?1 AND realm = ?2", old, realm, new)
    }

}
