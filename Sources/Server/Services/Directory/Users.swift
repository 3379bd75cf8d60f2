package import Foundation
package import Primitives
package import Store

/// The users of all realms.
package struct Users: Sendable {
    static let tables: [SQL] = [
        """
        CREATE TABLE users (
            realm TEXT NOT NULL, id TEXT NOT NULL, username TEXT NOT NULL, folded TEXT NOT NULL, status TEXT NOT NULL,
            attributes TEXT NOT NULL, password TEXT, failures BIGINT NOT NULL DEFAULT 0, locked_until BIGINT,
            created BIGINT NOT NULL, PRIMARY KEY (realm, id), UNIQUE (realm, folded))
        """
    ]

    private let database: any Database
    private let time: any TimeSource
    private let random: any RandomSource
    private let audit: AuditLog

    init(database: any Database, audit: AuditLog, time: any TimeSource, random: any RandomSource) {
        self.database = database
        self.audit = audit
        self.time = time
        self.random = random
    }

    /// The user of a name, whatever its case; nil when there is none.
    package func user(named username: String, in realm: UUID) async throws -> User? {
        let folded = Self.folded(username)
        return try await database.read { try Self.user(folded: folded, realm: realm, in: $0) }
    }

    /// The user of an id; nil when there is none.
    package func user(_ id: UUID, in realm: UUID) async throws -> User? {
        try await database.read { try Self.user(id, realm: realm, in: $0) }
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

    /// Makes a user.
    /// - Throws: `invalid` for an impossible name, `alreadyExists` for a name that is taken.
    package func create(
        _ username: String, in realm: UUID, attributes: JSONObject = JSONObject(), passwordHash: String? = nil
    ) async throws -> User {
        guard Self.isName(username) else {
            throw DomainError(.invalid, "a user name has 1 to 256 bytes and no control characters or spaces at its ends")
        }
        let user = User(
            id: random.uuid(), realm: realm, username: username, status: .active, attributes: attributes,
            passwordHash: passwordHash, failures: 0, lockedUntil: nil)
        let now = time.now
        try await database.write { transaction in
            let made = try transaction.execute(
                """
                INSERT INTO users (realm, id, username, folded, status, attributes, password, created)
                VALUES (?1, ?2, ?3, ?4, 'active', ?5, ?6, ?7) ON CONFLICT (realm, folded) DO NOTHING
                """, realm, user.id, username, Self.folded(username), JSONValue.object(attributes).text, passwordHash, now)
            guard made == 1 else { throw DomainError(.alreadyExists, "there is a user \(username) already") }
            try audit.append(.userChanged, ["change": "created"], at: now, realm: realm, user: user.id, in: transaction)
        }
        return user
    }

    /// Replaces a user's password hash and clears the failures and the lock.
    package func setPassword(_ hash: String, of user: UUID, in realm: UUID) async throws {
        try await change(user, in: realm, .passwordChanged) { transaction in
            try transaction.execute(
                "UPDATE users SET password = ?3, failures = 0, locked_until = NULL WHERE realm = ?1 AND id = ?2", realm, user, hash)
        }
    }

    /// Makes a user active or inactive; an inactive one's sessions and grants are worthless from then on.
    package func setStatus(_ status: User.Status, of user: UUID, in realm: UUID) async throws {
        try await change(user, in: realm, .userChanged, ["change": .string(status.rawValue)]) { transaction in
            try transaction.execute(
                "UPDATE users SET status = ?3 WHERE realm = ?1 AND id = ?2", realm, user, status.rawValue)
        }
    }

    /// Locks a user until a time, or unlocks it (nil) and clears the failures.
    package func setLock(until: Date?, of user: UUID, in realm: UUID) async throws {
        try await change(user, in: realm, until == nil ? .accountUnlocked : .accountLocked) {
            try Self.setLock(until: until, of: user, realm: realm, in: $0)
        }
    }

    /// Replaces a user's attributes.
    package func setAttributes(_ attributes: JSONObject, of user: UUID, in realm: UUID) async throws {
        try await change(user, in: realm, .userChanged, ["change": "attributes"]) { transaction in
            try transaction.execute(
                "UPDATE users SET attributes = ?3 WHERE realm = ?1 AND id = ?2", realm, user, JSONValue.object(attributes).text)
        }
    }

    /// Removes a user.
    package func delete(_ user: UUID, in realm: UUID) async throws {
        try await change(user, in: realm, .userChanged, ["change": "deleted"]) { transaction in
            try transaction.execute("DELETE FROM users WHERE realm = ?1 AND id = ?2", realm, user)
        }
    }

    /// Changes a user and writes it down.
    private func change(
        _ user: UUID, in realm: UUID, _ kind: AuditEvent.Kind, _ details: JSONObject = JSONObject(),
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Int
    ) async throws {
        let now = time.now
        try await database.write { transaction in
            guard try body(transaction) == 1 else { throw DomainError(.unknownUser, "no user \(user.uuidString.lowercased())") }
            try audit.append(kind, details, at: now, realm: realm, user: user, in: transaction)
        }
    }
}

extension Users {
    /// The user of an id, inside a transaction.
    package static func user(_ id: UUID, realm: UUID, in transaction: any ReadTransaction) throws -> User? {
        try transaction.row("SELECT * FROM users WHERE realm = ?1 AND id = ?2", realm, id).map(user)
    }

    /// Locks a user until a time, or unlocks it (nil) and clears the failures, inside a transaction; 0 when there is no such user.
    @discardableResult
    package static func setLock(until: Date?, of user: UUID, realm: UUID, in transaction: any WriteTransaction) throws -> Int {
        try transaction.execute(
            """
            UPDATE users SET locked_until = ?3, failures = CASE WHEN ?3 IS NULL THEN 0 ELSE failures END
            WHERE realm = ?1 AND id = ?2
            """, realm, user, until)
    }

    private static func user(folded: String, realm: UUID, in transaction: any ReadTransaction) throws -> User? {
        try transaction.row("SELECT * FROM users WHERE realm = ?1 AND folded = ?2", realm, folded).map(user)
    }

    private static func user(_ row: Row) throws -> User {
        User(
            id: try row.uuid("id"), realm: try row.uuid("realm"), username: try row.text("username"),
            status: User.Status(rawValue: try row.text("status")) ?? .inactive,
            attributes: try JSONValue(parsing: try row.text("attributes")).object ?? JSONObject(),
            passwordHash: try row.optionalText("password"), failures: Int(try row.int("failures")),
            lockedUntil: try row.optionalDate("locked_until"))
    }

    /// The form in which names are compared: canonical Unicode, lower case.
    static func folded(_ username: String) -> String { username.precomposedStringWithCompatibilityMapping.lowercased() }

    private static func isName(_ name: String) -> Bool {
        (1...256).contains(name.utf8.count) && name == name.trimmingCharacters(in: .whitespacesAndNewlines)
            && !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}
