package import Foundation
package import Primitives
package import Store
import Sessions
package import Directory
package import Foundations

/// The consents that users have given to applications, by user, application and scopes (OpenID Connect Core §3.1.2.4).
///
/// There is one row for a user and an application at the most, so that no user can fill the table. Withdrawing one also revokes what was
/// granted under it.
package struct Consents: Sendable {
    /// The table `consents`; rows go with their realm, user or application.
    package static let feature = Feature(
        history: [SchemaStep(47, "consents", tables)],
        tables: [.owned("consents", filled: .byOwners, by: .user("user_id"), .application("application"))])

    private static let tables: [SQL] = [
        """
        CREATE TABLE consents (
            realm TEXT NOT NULL, user_id TEXT NOT NULL, application TEXT NOT NULL, scope TEXT NOT NULL, given BIGINT NOT NULL,
            PRIMARY KEY (realm, user_id, application))
        """
    ]

    private let database: any Database
    private let audit: AuditLog
    private let time: any TimeSource

    package init(database: any Database, audit: AuditLog, time: any TimeSource) {
        self.database = database
        self.audit = audit
        self.time = time
    }

    /// A consent that is in force.
    package struct Consent: Sendable, Equatable {
        /// The id of the application, its `client_id`.
        package let application: String
        /// All that the user has agreed to, be it in several requests.
        package let scope: Scope
        /// The time of the last of these.
        package let given: Date
        /// Whether the user isn't asked again. What isn't remembered lasts as long as what the application was granted.
        package let isRemembered: Bool
    }

    /// A user's consents, by application: what is remembered, and what was agreed to once and is granted still.
    package func all(of user: UUID, in realm: UUID) async throws -> [Consent] {
        let now = time.now
        let all = try await database.read { transaction in
            let remembered = try transaction.rows(
                "SELECT application, scope, given FROM consents WHERE realm = ?1 AND user_id = ?2", realm, user
            ).map(Self.consent)
            let granted = try Grants.scopes(of: user, realm: realm, at: now, in: transaction).map {
                Consent(application: $0.application, scope: $0.scope, given: $0.given, isRemembered: false)
            }
            var all = Dictionary(remembered.map { ($0.application, $0) }) { first, _ in first }
            // With implied consent a user has agreed to nothing.
            let asking = try Applications.asking(
                among: Set(granted.map(\.application)).subtracting(all.keys), realm: realm, in: transaction)
            for consent in granted where asking.contains(consent.application) || all[consent.application] != nil {
                all[consent.application] = all[consent.application]?.joined(with: consent) ?? consent
            }
            return all
        }
        return all.values.sorted { $0.application.utf8.lexicographicallyPrecedes($1.application.utf8) }
    }

    private static func consent(_ row: Row) throws -> Consent {
        Consent(
            application: try row.text("application"), scope: Scope(stored: try row.text("scope")), given: try row.date("given"),
            isRemembered: true)
    }

    /// The scope that a user has agreed to let an application have, which may be none at all; nil without a consent.
    func scope(of user: UUID, for application: Application) async throws -> Scope? {
        try await database.lookUp { transaction in
            try Self.scope(of: user, for: application.id, realm: application.realm, in: transaction)
        }
    }

    /// Adds to what a user has agreed to.
    static func give(
        _ scope: Scope, of user: UUID, to application: String, realm: UUID, at now: Date, in transaction: any WriteTransaction
    ) throws {
        try transaction.hold(HeldName("consents", realm, user, application))
        let all = (try Self.scope(of: user, for: application, realm: realm, in: transaction) ?? .none).joined(with: scope)
        try transaction.execute(
            """
            INSERT INTO consents (realm, user_id, application, scope, given) VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT (realm, user_id, application) DO UPDATE SET scope = ?4, given = ?5
            """, realm, user, application, all.description, now)
    }

    /// Withdraws a user's consent to an application, and revokes the application's grants of the user; false when there was neither.
    package func withdraw(_ application: String, of user: UUID, in realm: Realm) async throws -> Bool {
        let event = AuditEvent(
            .consentWithdrawn, at: time.now, realm: realm.path.description, user: user.text, client: String(application.prefix(128)))
        return try await database.write { [self, event] transaction in
            let consents = try transaction.execute(
                "DELETE FROM consents WHERE realm = ?1 AND user_id = ?2 AND application = ?3", realm.id, user, application)
            let grants = try Grants.revoke(user: user, application: application, realm: realm.id, in: transaction)
            guard consents + grants > 0 else { return false }
            try audit.append(event, in: transaction)
            return true
        }
    }

    private static func scope(
        of user: UUID, for application: String, realm: UUID, in transaction: any ReadTransaction
    ) throws -> Scope? {
        let row = try transaction.row(
            "SELECT scope FROM consents WHERE realm = ?1 AND user_id = ?2 AND application = ?3", realm, user, application)
        return try row.map { Scope(stored: try $0.text("scope")) }
    }
}

extension Consents.Consent {
    /// The consent with what another one to the same application adds to it.
    fileprivate func joined(with other: Self) -> Self {
        Self(
            application: application, scope: scope.joined(with: other.scope), given: isRemembered ? given : max(given, other.given),
            isRemembered: isRemembered || other.isRemembered)
    }
}

extension Scope {
    fileprivate func joined(with other: Scope) -> Scope {
        Scope(stored: (values + other.values.filter { !contains($0) }).joined(separator: " "))
    }
}
