package import Foundation
package import Primitives
import ResourceMessages
package import Store
package import Foundations

/// The users of all realms as they are stored. The rules by which accounts are made and changed are those of ``Accounts``.
package struct Users: Sendable {
    /// The table `users`, from which a user goes after all rows that are theirs.
    package static let feature = Feature(
        history: [
            SchemaStep(1, "initial", place: 2, tables),
            SchemaStep(2, "profiles", profileColumns),
            SchemaStep(12, "platform", place: 1, mfaColumns),
            SchemaStep(29, "recovery addresses", recoveryColumns),
            SchemaStep(44, "folded names", foldingColumn),
            SchemaStep(52, "searches by index", unindexed),
        ],
        tables: [
            .subjects(
                "users",
                filled: .byStrangers(
                    .init(
                        by: .address, bytes: 64 << 10, renewals: .none,
                        lifetime: .lasting(because: "accounts that people make for themselves stay"))), by: .user("id"))
        ],
        names: names,
        targets: [
            ReferenceTargets(.userID) { name, realm, transaction in
                try UUID(text: name).map { try user($0, realm: realm, in: transaction) }??.id.text == name
            },
            ReferenceTargets(.user) { name, realm, transaction in
                try user(named: name, realm: realm, in: transaction)?.username == name
            },
        ])

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

    /// The version of the folding of a user's name and profile; negative for names that are still to be compared with others'.
    private static let foldingColumn: [SQL] = [
        "ALTER TABLE users ADD COLUMN folding BIGINT NOT NULL DEFAULT 0", "CREATE INDEX users_folding ON users (folding)",
    ]

    /// The index of the users whom ``indexOldUsers()`` has still to index: none, at nearly every start.
    private static let unindexed: [SQL] = ["CREATE INDEX users_unindexed ON users (indexed) WHERE indexed = 0"]

    let database: any Database
    let reservations: NameReservations
    let time: any TimeSource
    let random: any RandomSource
    let erasure: Erasure
    let audit: AuditLog

    package init(
        database: any Database, reservations: NameReservations, erasure: Erasure, audit: AuditLog, time: any TimeSource,
        random: any RandomSource
    ) {
        self.database = database
        self.reservations = reservations
        self.erasure = erasure
        self.audit = audit
        self.time = time
        self.random = random
    }

    /// The user of a name: who has exactly this one, or else the only one whose name is the same (``NameFolding``); nil when there is none.
    package func user(named username: String, in realm: UUID) async throws -> User? {
        try await database.lookUp { try Self.user(named: username, realm: realm, in: $0) }
    }

    /// The user of an id; nil when there is none.
    package func user(_ id: UUID, in realm: UUID) async throws -> User? {
        try await database.lookUp { try Self.user(id, realm: realm, in: $0) }
    }

    /// The names of some users of a realm by their ids, without those that aren't there.
    package func usernames(of ids: Set<UUID>, in realm: UUID) async throws -> [UUID: String] {
        try await database.lookUp { try Self.usernames(of: ids, realm: realm, in: $0) }
    }

    /// Users by name, from after `after`, which is a name or a user's ``User/nameKey``, at most `limit`.
    package func list(in realm: UUID, after: String = "", limit: Int = 100) async throws -> [User] {
        let folded = Self.position(after)
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
    /// The user of an id, inside a transaction, which keeps the user from being removed until it ends, if it writes.
    package static func user(_ id: UUID, realm: UUID, in transaction: any ReadTransaction) throws -> User? {
        try transaction.row("SELECT * FROM users WHERE realm = ?1 AND id = ?2", realm, id, keeping: .kept).map(user)
    }

    /// The id of the user of a name, as ``user(named:realm:in:)`` finds the user; nil when there is none.
    package static func id(named username: String, realm: UUID, in transaction: any ReadTransaction) throws -> UUID? {
        try user(named: username, realm: realm, in: transaction)?.id
    }

    /// A user's status; nil when there is no such user. The user is kept, as by ``user(_:realm:in:)``.
    package static func status(of id: UUID, realm: UUID, in transaction: any ReadTransaction) throws -> User.Status? {
        try transaction.row("SELECT status FROM users WHERE realm = ?1 AND id = ?2", realm, id, keeping: .kept).map {
            User.Status(rawValue: try $0.text("status")) ?? .inactive
        }
    }

    /// The part of a user that is read with each session and grant.
    package struct Name: Sendable {
        /// The user name as it was given.
        package let username: String
        /// The form of the name that is compared.
        package let key: UserNameKey
        /// Whether the user's status is `active`.
        package let isActive: Bool
    }

    /// A user's name; nil when there is no such user. The user is kept, as by ``user(_:realm:in:)``.
    package static func name(of id: UUID, realm: UUID, in transaction: any ReadTransaction) throws -> Name? {
        try transaction.row("SELECT username, folded, status FROM users WHERE realm = ?1 AND id = ?2", realm, id, keeping: .kept).map {
            Name(
                username: try $0.text("username"), key: UserNameKey(stored: try $0.text("folded")),
                isActive: try $0.text("status") == User.Status.active.rawValue)
        }
    }

    /// The number of users that one statement looks up.
    private static let lookedUpAtOnce = 500

    /// The names of some users by their ids, without those that aren't there.
    package static func usernames(of ids: Set<UUID>, realm: UUID, in transaction: any ReadTransaction) throws -> [UUID: String] {
        var (names, rest) = ([UUID: String](), Array(ids)[...])
        while !rest.isEmpty {
            let some = rest.prefix(lookedUpAtOnce)
            rest = rest.dropFirst(some.count)
            let places = SQL.joined((2..<2 + some.count).map(SQL.parameter), separator: ",")
            let statement = SQL.joined(["SELECT id, username FROM users WHERE realm = ?1 AND id IN (", places, ")"])
            for row in try transaction.rows(statement, values: [realm.sqlValue] + some.map(\.sqlValue)) {
                names[try row.uuid("id")] = try row.text("username")
            }
        }
        return names
    }

    /// A user's name and mail address, without the rest of the user; nil when there is no such user.
    package static func nameAndMail(
        of id: UUID, realm: UUID, in transaction: any ReadTransaction
    ) throws -> (username: String, mail: String?)? {
        try transaction.row("SELECT username, attributes FROM users WHERE realm = ?1 AND id = ?2", realm, id).map {
            let mail = try JSONValue(parsing: try $0.text("attributes"), limits: .own())[User.mail]
            return (try $0.text("username"), mail?.string ?? mail?.array?.first?.string)
        }
    }

    /// The user of a name, inside a transaction: who has exactly this one, or else the only one whose name is the same.
    package static func user(named username: String, realm: UUID, in transaction: any ReadTransaction) throws -> User? {
        guard let folded = NameFolding.folded(username) else { return nil }
        let found = try users(folded: folded, realm: realm, in: transaction)
        return found.first { $0.username.utf8.elementsEqual(username.utf8) } ?? (found.count == 1 ? found[0] : nil)
    }

    /// All users whose names have a folded form: one, but for those who had theirs before they were the same. They are kept, as by
    /// ``user(_:realm:in:)``.
    static func users(folded: String, realm: UUID, in transaction: any ReadTransaction) throws -> [User] {
        guard !folded.isEmpty else { return [] }
        return try transaction.rows(
            "SELECT * FROM users WHERE realm = ?1 AND folded >= ?2 AND folded < ?3", realm, folded, UserNameKey.end(of: folded),
            keeping: .kept
        ).map(user)
    }

    /// Some of the users' names whose folded form ends in a text.
    package static func names(endingIn end: String, realm: UUID, in transaction: any ReadTransaction) throws -> [String] {
        let pattern = "%" + end.escaping(["!": "!!", "%": "!%", "_": "!_"])
        return try transaction.rows(
            "SELECT username FROM users WHERE realm = ?1 AND (folded LIKE ?2 ESCAPE '!' OR folded LIKE ?3 ESCAPE '!') LIMIT 4", realm,
            pattern, UserNameKey.shared(pattern)
        ).map { try $0.text("username") }
    }

    static func user(_ row: Row) throws -> User {
        User(
            id: try row.uuid("id"), realm: try row.uuid("realm"), username: try row.text("username"),
            status: User.Status(rawValue: try row.text("status")) ?? .inactive,
            attributes: try JSONValue(parsing: try row.text("attributes"), limits: .own()).object ?? JSONObject(),
            passwordHash: try row.optionalText("password"),
            lockedUntil: try row.optionalDate("locked_until"), isAdministrator: try row.bool("administrator"),
            created: try row.date("created"), revision: try row.int("revision"), lastLogin: try row.optionalDate("last_login"),
            loginCount: Int(try row.int("login_count")), population: try row.optionalUUID("population"),
            isMFAEnabled: try row.bool("mfa_enabled"), bypassesMFAUntil: try row.optionalDate("mfa_bypass_until"),
            recovery: try recovery(row), nameKey: try row.text("folded"))
    }

    /// The form in which what claims to be a name is counted and waits: the folded name, or of what is longer than any name its beginning.
    package static func folded(_ username: String) -> String {
        NameFolding.folded(username) ?? "\u{1E}" + String(own: username.utf8.prefix(NameFolding.longest))
    }

    /// The place in the order of names of a name, or of a key.
    static func position(_ text: String) -> String { NameFolding.folded(text, upTo: UserIndex.longestGiven) ?? text }

    /// Refuses a name that is another user's id, and an id that is another user's name: where users are found by either, one would be taken
    /// for the other.
    static func checkIdentity(of user: User, in transaction: any WriteTransaction) throws {
        try transaction.hold(HeldName("user ids", user.realm, user.id))
        if let id = UUID(text: user.username), id != user.id {
            try transaction.hold(HeldName("user ids", user.realm, id))
            if try Self.user(id, realm: user.realm, in: transaction) != nil { throw taken(user.username) }
        }
        if let other = try id(named: user.id.text, realm: user.realm, in: transaction), other != user.id { throw taken(user.id.text) }
    }

    static func taken(_ name: String) -> DomainError { DomainError(.alreadyExists, "there is a user \(name) already") }
}
