package import Foundation
package import Primitives
package import Store
import DeviceRegistry
package import Directory
package import Foundations

/// The users of applications: those of the realm whom the customer's server has made known there.
package struct PingIDUsers: Sendable {
    /// The table `pingid_users`; rows go with their realm, user or application.
    package static let feature = Feature(
        history: [SchemaStep(34, "pingid", place: 2, tables)],
        tables: [.owned("pingid_users", filled: .byOwners, by: .user("user_id"), .application("application"))])

    private static let tables: [SQL] = [
        """
        CREATE TABLE pingid_users (
            realm TEXT NOT NULL, application TEXT NOT NULL, user_id TEXT NOT NULL, suspended BIGINT NOT NULL DEFAULT 0,
            created BIGINT NOT NULL, PRIMARY KEY (realm, application, user_id))
        """
    ]

    private let database: any Database
    private let accounts: Accounts
    private let erasure: Erasure
    private let audit: AuditLog
    private let time: any TimeSource

    package init(database: any Database, accounts: Accounts, erasure: Erasure, audit: AuditLog, time: any TimeSource) {
        self.database = database
        self.accounts = accounts
        self.erasure = erasure
        self.audit = audit
        self.time = time
    }

    /// A user of an application.
    package struct Member: Sendable, Equatable {
        package let user: User
        /// The id of the application, its `client_id`.
        package let application: String
        /// Whether the customer's server has suspended the user here.
        package let isSuspended: Bool
        /// The time of creation.
        package let created: Date

        /// Whether the user may sign on here at a time.
        package func maySignOn(at now: Date) -> Bool { !isSuspended && user.maySignIn(at: now) }
    }

    /// Makes a user known in an application; a name that the realm doesn't know yet gets an account without a password.
    ///
    /// - Throws: `alreadyExists` for one who is known; `notPermitted` for an administrator of the realm, whom no customer's server speaks for;
    ///   ``/Directory/PolicyViolation`` for a name or attribute that the realm doesn't take.
    package func add(_ reference: UserReference, _ attributes: JSONObject, to application: String, in realm: Realm) async throws -> Member {
        let user: User
        if let known = try await accounts.users.user(reference, in: realm.id) {
            user = known
        } else {
            guard let name = reference.newName else { throw Self.unknown(reference) }
            var account = NewAccount(name, attributes)
            account.mayBeIncomplete = true
            user = try await accounts.create(account, in: realm)
        }
        guard !user.isAdministrator else { throw DomainError(.notPermitted, "an administrator is no user of a customer's application") }
        let now = time.now
        return try await database.write { [audit] transaction in
            let made = try transaction.execute(
                """
                INSERT INTO pingid_users (realm, application, user_id, created) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT (realm, application, user_id) DO NOTHING
                """, realm.id, application, user.id, now)
            guard made == 1 else { throw DomainError(.alreadyExists, "the application has a user \(reference.text) already") }
            try audit.append(
                .userChanged, ["change": "PingID user added"], at: now, realm: realm.id, user: user.id, client: application,
                in: transaction)
            return Member(user: user, application: application, isSuspended: false, created: now)
        }
    }

    /// A user of the realm, known or not in an application; nil when there is none.
    func user(_ id: UUID, in realm: Realm) async throws -> User? { try await accounts.users.user(id, in: realm.id) }

    /// A user of an application; nil when there is none.
    package func member(_ reference: UserReference, of application: String, in realm: Realm) async throws -> Member? {
        try await database.lookUp { try Self.member(reference, of: application, realm: realm.id, in: $0) }
    }

    /// Suspends a user in an application, or takes that back.
    /// - Throws: `unknownUser`.
    package func setSuspended(
        _ isSuspended: Bool, _ reference: UserReference, of application: String, in realm: Realm
    ) async throws -> Member {
        let now = time.now
        return try await database.write { [audit] transaction in
            guard let member = try Self.member(reference, of: application, realm: realm.id, in: transaction) else {
                throw Self.unknown(reference)
            }
            try transaction.execute(
                "UPDATE pingid_users SET suspended = ?4 WHERE realm = ?1 AND application = ?2 AND user_id = ?3", realm.id, application,
                member.user.id, isSuspended)
            try audit.append(
                .userChanged, ["change": isSuspended ? "PingID user suspended" : "PingID user activated"], at: now, realm: realm.id,
                user: member.user.id, client: application, in: transaction)
            return Member(user: member.user, application: application, isSuspended: isSuspended, created: member.created)
        }
    }

    /// Removes a user from an application, with the devices that are trusted there. The account stays, since other applications may know it.
    /// - Throws: `unknownUser`.
    package func remove(_ reference: UserReference, from application: String, in realm: Realm) async throws {
        let now = time.now
        try await database.write { [erasure, audit] transaction in
            guard let member = try Self.member(reference, of: application, realm: realm.id, in: transaction) else {
                throw Self.unknown(reference)
            }
            for record in try TrustRecord.all(of: member.user.id, application: application, realm: realm.id, in: transaction) {
                try record.remove(by: erasure, at: now, in: transaction)
            }
            for device in try PingID.messagedDevices(
                of: member.user.id, application: application, realm: realm.id, at: now, in: transaction)
            {
                try Pairings.end(device, by: erasure, realm: realm.id, at: now, in: transaction)
            }
            try transaction.execute(
                "DELETE FROM pingid_users WHERE realm = ?1 AND application = ?2 AND user_id = ?3", realm.id, application, member.user.id)
            try audit.append(
                .userChanged, ["change": "PingID user removed"], at: now, realm: realm.id, user: member.user.id, client: application,
                in: transaction)
        }
    }

    /// The error for a user whom the application doesn't have.
    package static func unknown(_ reference: UserReference) -> DomainError {
        DomainError(.unknownUser, "the application has no user \(reference.text.prefix(64))")
    }

    /// A user of the application, by any of the references that its customer's server may use; nil when there is none.
    package static func member(
        _ reference: UserReference, of application: String, realm: UUID, in transaction: any ReadTransaction
    ) throws -> Member? {
        guard let id = try Users.user(reference, realm: realm, in: transaction)?.id else { return nil }
        return try member(id, of: application, realm: realm, in: transaction)
    }

    /// A user of the application, by the user's id; nil when there is none.
    package static func member(
        _ user: UUID, of application: String, realm: UUID, in transaction: any ReadTransaction
    ) throws -> Member? {
        let row = try transaction.row(
            "SELECT suspended, created FROM pingid_users WHERE realm = ?1 AND application = ?2 AND user_id = ?3", realm, application, user,
            keeping: .changed)
        guard let row, let user = try Users.user(user, realm: realm, in: transaction) else { return nil }
        return Member(user: user, application: application, isSuspended: try row.bool("suspended"), created: try row.date("created"))
    }
}
