package import Foundation
package import Primitives
import ResourceMessages
package import Store
package import Foundations

/// The users of all realms as they are stored. The rules by which accounts are made and changed are those of ``Accounts``.
package struct Users: Sendable {
    package static let feature = Feature(
        history: [
            SchemaStep(1, "initial", place: 2, tables),
            SchemaStep(2, "profiles", profileColumns),
            SchemaStep(29, "recovery addresses", recoveryColumns),
        ],
        tables: [.subjects("users", by: .user("id"))],
        names: names)

    private static let tables: [SQL] = [
        """
        CREATE TABLE users (
            realm TEXT NOT NULL, id TEXT NOT NULL, username TEXT NOT NULL, folded TEXT NOT NULL, status TEXT NOT NULL,
            attributes TEXT NOT NULL, password TEXT, failures BIGINT NOT NULL DEFAULT 0, locked_until BIGINT,
            created BIGINT NOT NULL, PRIMARY KEY (realm, id), UNIQUE (realm, folded))
        """
    ]

    /// The columns that the second step of the schema's history adds. The user `admin` of the root realm on a server that made one is its
    /// administrator.
    private static let profileColumns: [SQL] = [
        "ALTER TABLE users ADD COLUMN administrator BIGINT NOT NULL DEFAULT 0",
        "ALTER TABLE users ADD COLUMN revision BIGINT NOT NULL DEFAULT 1",
        "ALTER TABLE users ADD COLUMN last_login BIGINT",
        "ALTER TABLE users ADD COLUMN login_count BIGINT NOT NULL DEFAULT 0",
        "ALTER TABLE users ADD COLUMN indexed BIGINT NOT NULL DEFAULT 0",
        """
        UPDATE users SET administrator = 1 WHERE folded = 'admin' AND realm IN (SELECT id FROM realms WHERE path = '/')
            AND EXISTS (SELECT 1 FROM milestones WHERE name = 'administrator')
        """,
    ]

    let database: any Database
    let time: any TimeSource
    let random: any RandomSource
    let erasure: Erasure
    let audit: AuditLog

    package init(database: any Database, erasure: Erasure, audit: AuditLog, time: any TimeSource, random: any RandomSource) {
        self.database = database
        self.erasure = erasure
        self.audit = audit
        self.time = time
        self.random = random
    }

    /// The user of a name, whatever its case; nil when there is none.
    package func user(named username: String, in realm: UUID) async throws -> User? {
        let folded = Self.folded(username)
        return try await database.lookUp { try Self.user(folded: folded, realm: realm, in: $0) }
    }

    /// The user of an id; nil when there is none.
    package func user(_ id: UUID, in realm: UUID) async throws -> User? {
        try await database.lookUp { try Self.user(id, realm: realm, in: $0) }
    }

    /// Users by name, from after `after`, at most `limit`.
    package func list(in realm: UUID, after: String = "", limit: Int = 100) async throws -> [User] {
        let folded = Self.folded(after)
        return try await database.read { transaction in
            try transaction.rows(
                "SELECT * FROM users WHERE realm = ?1 AND folded > ?2 ORDER BY folded LIMIT ?3", realm, folded, limit
            ).map(Self.user)
        }
    }

    /// Makes a user as they are given, without the realm's rules for profiles and passwords, which ``Accounts`` keeps.
    /// - Throws: `invalid` for an impossible name, `alreadyExists` for a name that is taken.
    package func create(
        _ username: String, in realm: UUID, attributes: JSONObject = JSONObject(), passwordHash: String? = nil
    ) async throws -> User {
        let user = User(
            id: random.uuid(), realm: realm, username: username, status: .active, attributes: attributes,
            passwordHash: passwordHash, created: time.now)
        return try await insert(user)
    }
}

extension Users {
    /// The user of an id, inside a transaction.
    package static func user(_ id: UUID, realm: UUID, in transaction: any ReadTransaction) throws -> User? {
        try transaction.row("SELECT * FROM users WHERE realm = ?1 AND id = ?2", realm, id).map(user)
    }

    /// The id of the user of a name; nil when there is none.
    package static func id(named username: String, realm: UUID, in transaction: any ReadTransaction) throws -> UUID? {
        try transaction.row("SELECT id FROM users WHERE realm = ?1 AND folded = ?2", realm, folded(username))?.uuid("id")
    }

    /// A user's status; nil when there is no such user.
    package static func status(of id: UUID, realm: UUID, in transaction: any ReadTransaction) throws -> User.Status? {
        try transaction.row("SELECT status FROM users WHERE realm = ?1 AND id = ?2", realm, id).map {
            User.Status(rawValue: try $0.text("status")) ?? .inactive
        }
    }

    /// The user of a name, inside a transaction.
    package static func user(named username: String, realm: UUID, in transaction: any ReadTransaction) throws -> User? {
        try user(folded: folded(username), realm: realm, in: transaction)
    }

    static func user(folded: String, realm: UUID, in transaction: any ReadTransaction) throws -> User? {
        try transaction.row("SELECT * FROM users WHERE realm = ?1 AND folded = ?2", realm, folded).map(user)
    }

    static func user(_ row: Row) throws -> User {
        User(
            id: try row.uuid("id"), realm: try row.uuid("realm"), username: try row.text("username"),
            status: User.Status(rawValue: try row.text("status")) ?? .inactive,
            attributes: try JSONValue(parsing: try row.text("attributes")).object ?? JSONObject(),
            passwordHash: try row.optionalText("password"),
            lockedUntil: try row.optionalDate("locked_until"), isAdministrator: try row.bool("administrator"),
            created: try row.date("created"), revision: try row.int("revision"), lastLogin: try row.optionalDate("last_login"),
            loginCount: Int(try row.int("login_count")), population: try row.optionalUUID("population"),
            isMFAEnabled: try row.bool("mfa_enabled"), bypassesMFAUntil: try row.optionalDate("mfa_bypass_until"),
            recovery: try recovery(row))
    }

    /// The form in which names are compared: canonical Unicode, lower case.
    package static func folded(_ username: String) -> String { QueryFilter.folded(username) }

    static func isName(_ name: String) -> Bool {
        (1...256).contains(name.utf8.count) && name == name.trimmingCharacters(in: .whitespacesAndNewlines)
            && !name.unicodeScalars.contains(where: isUnseen)
    }

    /// Finds characters that aren't seen or change how others are seen: a name with one looks like another user's.
    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: true
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    /// Refuses a name that is another user's id, and an id that is another user's name: where users are found by either, one would be taken
    /// for the other.
    static func checkIdentity(of user: User, in transaction: any ReadTransaction) throws {
        if let id = UUID(text: user.username), id != user.id, try Self.user(id, realm: user.realm, in: transaction) != nil {
            throw taken(user.username)
        }
        if let other = try id(named: user.id.text, realm: user.realm, in: transaction), other != user.id { throw taken(user.id.text) }
    }

    static func taken(_ name: String) -> DomainError { DomainError(.alreadyExists, "there is a user \(name) already") }
}
