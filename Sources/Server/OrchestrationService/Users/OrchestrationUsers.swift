package import Directory
package import Foundation
package import Foundations
import Primitives
import Store

/// The users of applications: those of the realm whom the customer's server has registered there.
package struct OrchestrationUsers: Sendable {
    /// The table `orchestration_users`; rows go with their realm, user or application.
    package static let feature = Feature(
        history: [SchemaStep(36, "orchestration", place: 3, tables)],
        tables: [.owned("orchestration_users", filled: .byOwners, by: .user("user_id"), .application("application"))])

    private static let tables: [SQL] = [
        """
        CREATE TABLE orchestration_users (
            realm TEXT NOT NULL, application TEXT NOT NULL, user_id TEXT NOT NULL, serial TEXT, created BIGINT NOT NULL,
            PRIMARY KEY (realm, application, user_id))
        """,
        "CREATE UNIQUE INDEX orchestration_users_serial ON orchestration_users (realm, serial)",
    ]

    private let database: any Database
    private let accounts: Accounts

    init(database: any Database, accounts: Accounts) {
        self.database = database
        self.accounts = accounts
    }

    /// A user of an application.
    package struct Member: Sendable, Equatable {
        package let user: User
        /// The serial number of the licence; nil for a user who has none.
        package let serial: String?
        /// The time of creation.
        package let created: Date
    }

    /// The realm's user whom a reference means; one that the realm doesn't know yet gets an account without a password.
    /// - Throws: ``OrchestrationRefusal`` for an administrator of the realm; ``/Directory/PolicyViolation`` for a name that the realm
    ///   doesn't take.
    func account(_ reference: UserReference, in realm: Realm) async throws -> User {
        let user: User
        if let known = try await accounts.users.user(reference, in: realm.id) {
            user = known
        } else {
            guard let name = reference.newName else { throw OrchestrationRefusal.unknown(reference) }
            var account = NewAccount(name, [:])
            account.mayBeIncomplete = true
            user = try await accounts.create(account, in: realm)
        }
        guard !user.isAdministrator else {
            throw OrchestrationRefusal(.userForbidden, "an administrator is no user of a customer's application")
        }
        return user
    }

    /// A user of an application; nil when there is none.
    func member(_ reference: UserReference, of customer: OrchestrationCustomer) async throws -> Member? {
        let (realm, application) = (customer.realm.id, customer.application)
        return try await database.lookUp { try Self.member(reference, of: application, realm: realm, in: $0) }
    }

    static func member(
        _ reference: UserReference, of application: String, realm: UUID, in transaction: any ReadTransaction
    ) throws -> Member? {
        try Users.user(reference, realm: realm, in: transaction).flatMap { try member($0, of: application, in: transaction) }
    }

    static func member(
        _ user: UUID, of application: String, realm: UUID, in transaction: any ReadTransaction
    ) throws -> Member? {
        try Users.user(user, realm: realm, in: transaction).flatMap { try member($0, of: application, in: transaction) }
    }

    private static func member(_ user: User, of application: String, in transaction: any ReadTransaction) throws -> Member? {
        try transaction.row(
            "SELECT serial, created FROM orchestration_users WHERE realm = ?1 AND application = ?2 AND user_id = ?3",
            user.realm, application, user.id, keeping: .changed
        ).map { Member(user: user, serial: try $0.optionalText("serial"), created: try $0.date("created")) }
    }

    /// The user who has a licence; nil for one that is free.
    static func holder(
        of serial: String, application: String, realm: UUID, in transaction: any ReadTransaction
    ) throws -> UUID? {
        try transaction.row(
            "SELECT user_id FROM orchestration_users WHERE realm = ?1 AND application = ?2 AND serial = ?3", realm, application, serial
        )?.uuid("user_id")
    }

    /// Makes a user one of an application, if need be.
    static func add(_ user: UUID, to application: String, realm: UUID, at now: Date, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO orchestration_users (realm, application, user_id, created) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (realm, application, user_id) DO NOTHING
            """, realm, application, user, now)
    }

    /// Gives a user a licence, or takes it.
    static func set(
        serial: String?, of user: UUID, application: String, realm: UUID, in transaction: any WriteTransaction
    ) throws {
        try transaction.execute(
            "UPDATE orchestration_users SET serial = ?4 WHERE realm = ?1 AND application = ?2 AND user_id = ?3", realm, application, user,
            serial)
    }
}

extension OrchestrationRefusal {
    static func unknown(_ reference: UserReference) -> Self {
        Self(.userUnknown, "the application has no user \(reference.text.prefix(64))")
    }

    static let mayNotSignIn = Self(.userLocked, "the user may not sign in")
}
