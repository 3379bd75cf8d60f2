import Crypto
package import Foundation
package import Primitives
package import Store
package import Directory
package import Foundations

/// The sessions of all realms.
package struct SessionRegistry: SessionEnding {
    /// The table `sessions`; rows go with their realm or user, or once they have expired.
    package static let feature = Feature(
        history: [
            SchemaStep(1, "initial", place: 5, tables),
            SchemaStep(5, "policies", place: 2, journeyColumns),
            SchemaStep(64, "browsers of sessions", browserColumns),
            SchemaStep(68, "realms in all keys", keyWithRealm),
        ],
        tables: [
            .owned(
                "sessions",
                filled: .byStrangers(
                    .init(
                        by: .address, bytes: 16 << 10, renewals: .withinLifetime,
                        lifetime: .lasting(because: "sessions last as long as the realm says"))), by: .user("user_id"))
        ],
        expiry: [Expiry("sessions", key: "realm, id", by: "ends")])

    private static let tables: [SQL] = [
        """
        CREATE TABLE sessions (
            id BLOB PRIMARY KEY, handle TEXT NOT NULL UNIQUE, realm TEXT NOT NULL, user_id TEXT NOT NULL,
            username TEXT NOT NULL, created BIGINT NOT NULL, last_used BIGINT NOT NULL, idle_time BIGINT NOT NULL,
            ends BIGINT NOT NULL, auth_level BIGINT NOT NULL, journey TEXT NOT NULL, properties TEXT NOT NULL)
        """,
        "CREATE INDEX sessions_user ON sessions (realm, user_id)",
        "CREATE INDEX sessions_ends ON sessions (ends)",
    ]

    /// The columns that the step "policies" of the schema's history adds.
    private static let journeyColumns: [SQL] = ["ALTER TABLE sessions ADD COLUMN earlier_journeys TEXT NOT NULL DEFAULT '[]'"]

    /// The browser that a session was made in, and its address.
    private static let browserColumns: [SQL] = [
        "ALTER TABLE sessions ADD COLUMN user_agent TEXT", "ALTER TABLE sessions ADD COLUMN address TEXT",
    ]

    /// A key with the realm in it, by which a database of many machines can keep a realm's rows together. The columns stay in their
    /// order, for servers that have prepared statements. The index by id alone is for tokens that come without their realm.
    private static let keyWithRealm: [SQL] = [
        """
        CREATE TABLE sessions_by_realm (
            id BLOB NOT NULL, handle TEXT NOT NULL, realm TEXT NOT NULL, user_id TEXT NOT NULL, username TEXT NOT NULL,
            created BIGINT NOT NULL, last_used BIGINT NOT NULL, idle_time BIGINT NOT NULL, ends BIGINT NOT NULL,
            auth_level BIGINT NOT NULL, journey TEXT NOT NULL, properties TEXT NOT NULL, earlier_journeys TEXT NOT NULL DEFAULT '[]',
            user_agent TEXT, address TEXT, PRIMARY KEY (realm, id), UNIQUE (realm, handle))
        """,
        """
        INSERT INTO sessions_by_realm (
            id, handle, realm, user_id, username, created, last_used, idle_time, ends, auth_level, journey, properties, earlier_journeys,
            user_agent, address)
        SELECT id, handle, realm, user_id, username, created, last_used, idle_time, ends, auth_level, journey, properties, earlier_journeys,
            user_agent, address FROM sessions
        """,
        "DROP TABLE sessions",
        "ALTER TABLE sessions_by_realm RENAME TO sessions",
        "CREATE INDEX sessions_id ON sessions (id)",
        "CREATE INDEX sessions_user ON sessions (realm, user_id)",
        "CREATE INDEX sessions_ends ON sessions (ends)",
    ]

    /// A use is written down only when the last one written is older than this, in seconds: a session in use costs a write
    /// a minute, and may end by idleness up to so much early.
    static let usePrecision: TimeInterval = 60

    private let database: any Database
    private let time: any TimeSource
    private let random: any RandomSource

    package init(database: any Database, time: any TimeSource, random: any RandomSource) {
        self.database = database
        self.time = time
        self.random = random
    }

    /// Makes a session in the transaction that completes a journey.
    ///
    /// - Returns: the session and its token, 256 random bits, which only the client holds.
    package func create(_ new: NewSession, in realm: Realm, _ transaction: any WriteTransaction) throws -> (UserSession, Secret) {
        let now = time.now
        let token = random.token()
        let end = now.addingTimeInterval(TimeInterval(new.lifetime ?? realm.settings[SessionSettings.self].sessionLifetime))
        let session = UserSession(
            handle: "shandle:" + random.token(16), realm: realm.id, user: new.user.id, username: new.user.username,
            nameKey: UserNameKey(stored: new.user.nameKey),
            created: new.authenticated ?? now, lastUsed: now,
            idleTime: new.idleTime ?? realm.settings[SessionSettings.self].sessionIdleTime,
            ends: new.endsBy.map { min($0, end) } ?? end,
            authLevel: new.authLevel, journey: new.journey, properties: new.properties, earlierJourneys: new.earlierJourneys,
            userAgent: new.userAgent, address: new.address)
        // The name is the user's, which may change while the session lives, and is read with it.
        try transaction.execute(
            """
            INSERT INTO sessions (id, handle, realm, user_id, username, created, last_used, idle_time, ends, auth_level,
                journey, properties, earlier_journeys, user_agent, address)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
            """, Self.id(token), session.handle, realm.id, session.user, "", session.created, now, session.idleTime,
            session.ends, session.authLevel, session.journey, Self.text(session.properties),
            JSONValue.array(session.earlierJourneys.map(JSONValue.string)).text, session.userAgent, session.address)
        return (session, Secret(token))
    }

    /// The living session of a token in a realm, whose user is still active; nil when there is none. Counts as a use.
    package func session(_ token: Secret, in realm: UUID) async throws -> UserSession? {
        guard let session = try await peek(token, in: realm) else { return nil }
        let now = time.now
        guard now.timeIntervalSince(session.lastUsed) > Self.usePrecision else { return session }
        try await touch(session, at: now)
        var used = session
        used.lastUsed = now
        return used
    }

    /// Reads like ``session(_:in:)``, but without counting as a use.
    package func peek(_ token: Secret, in realm: UUID) async throws -> UserSession? {
        let (id, now) = (Self.id(token), time.now)
        let session = try await database.lookUp { try Self.living(id, realm: realm, at: now, in: $0) }
        return session
    }

    /// The living session of a handle; nil when there is none.
    package func session(handle: String, in realm: UUID) async throws -> UserSession? {
        let now = time.now
        return try await database.lookUp { try Self.living(handle: handle, realm: realm, at: now, in: $0) }
    }

    /// Counts a use now.
    package func touch(_ session: UserSession) async throws { try await touch(session, at: time.now) }

    private func touch(_ session: UserSession, at now: Date) async throws {
        try await database.write { transaction in
            _ = try transaction.execute(
                "UPDATE sessions SET last_used = ?3 WHERE realm = ?1 AND handle = ?2 AND last_used < ?3", session.realm, session.handle, now
            )
        }
    }

    /// Replaces a session's properties.
    package func setProperties(_ properties: [String: String], of session: UserSession) async throws {
        let text = Self.text(properties)
        try await database.write { transaction in
            _ = try transaction.execute(
                "UPDATE sessions SET properties = ?3 WHERE realm = ?1 AND handle = ?2", session.realm, session.handle, text)
        }
    }

    /// Logs out of the session of a token: ends it, and revokes the grants given in it but for those with `offline_access`; false
    /// when there was none.
    package func end(_ token: Secret, in realm: UUID) async throws -> Bool {
        let id = Self.id(token)
        return try await database.write { transaction in
            let row = try transaction.row("SELECT handle FROM sessions WHERE id = ?1 AND realm = ?2", id, realm)
            guard let handle = try row?.text("handle") else { return false }
            return try Self.logOut(handle: handle, realm: realm, in: transaction)
        }
    }

    /// Logs out of the session of a handle; false when there was none.
    package func end(handle: String, in realm: UUID) async throws -> Bool {
        try await database.write { try Self.logOut(handle: handle, realm: realm, in: $0) }
    }

    /// The living sessions of a user from a place on, newest first.
    package func sessions(
        of user: UUID, in realm: UUID, from place: ListPlace = .start, limit: Int = 1000
    ) async throws -> [UserSession] {
        let now = time.now
        return try await database.read { transaction in
            guard let name = try Users.name(of: user, realm: realm, in: transaction) else { return [] }
            let last = try transaction.row(
                "SELECT created FROM sessions WHERE handle = ?1 AND realm = ?2 AND user_id = ?3", place.after, realm, user)
            return try transaction.rows(
                """
                SELECT * FROM sessions
                WHERE realm = ?1 AND user_id = ?2 AND ends > ?3 AND last_used + 1000 * idle_time > ?3
                    AND (created < ?4 OR created = ?4 AND handle > ?5)
                ORDER BY created DESC, handle LIMIT ?6 OFFSET ?7
                """, realm, user, now, try last?.int("created") ?? .max, place.after, limit, last == nil ? place.passed : 0
            ).map { try Self.session($0, name) }
        }
    }
}

extension SessionRegistry {
    /// Logs out of a session inside a transaction; false when there was none.
    package static func logOut(handle: String, realm: UUID, in transaction: any WriteTransaction) throws -> Bool {
        try Grants.revoke(session: handle, realm: realm, in: transaction)
        return try end(handle: handle, realm: realm, in: transaction)
    }

    /// Logs out of the living sessions of some tokens, in whichever realms, inside a transaction, and writes it down; gives the sessions.
    package static func logOut(
        everyOf tokens: [Secret], at now: Date, _ audit: AuditLog, in transaction: any WriteTransaction
    ) throws -> [UserSession] {
        try living(tokens, at: now, in: transaction).filter { session in
            guard try logOut(handle: session.handle, realm: session.realm, in: transaction) else { return false }
            let path = try Realms.path(of: session.realm, in: transaction) ?? session.realm.text
            try audit.append(
                AuditEvent(.sessionEnded, at: now, realm: path, user: session.user.text, session: session.handle), in: transaction)
            return true
        }
    }

    /// The living sessions of some tokens with active users, in whichever realms, inside a transaction.
    package static func living(_ tokens: [Secret], at now: Date, in transaction: any ReadTransaction) throws -> [UserSession] {
        try tokens.compactMap { token in
            // All realms: the token proves that its holder may end the session.
            guard let row = try transaction.row("SELECT * FROM sessions WHERE id = ?1", id(token)) else { return nil }
            return try living(row, realm: try row.uuid("realm"), at: now, in: transaction)
        }
    }

    /// Logs out of a user's sessions, but for one, inside a transaction; gives their handles.
    package static func logOut(
        of user: UUID, but kept: String?, realm: UUID, in transaction: any WriteTransaction
    ) throws -> [String] {
        let handles = try transaction.rows("SELECT handle FROM sessions WHERE realm = ?1 AND user_id = ?2", realm, user).map {
            try $0.text("handle")
        }.filter { $0 != kept }
        for handle in handles { _ = try logOut(handle: handle, realm: realm, in: transaction) }
        return handles
    }

    /// Ends a session that another one replaces, inside a transaction. The grants given in it go over to the new one of the same user, so
    /// that logging out revokes them; false when there was none.
    package static func replace(_ old: UserSession, by new: UserSession, in transaction: any WriteTransaction) throws -> Bool {
        if old.user == new.user { try Grants.move(from: old.handle, to: new.handle, realm: new.realm, in: transaction) }
        return try end(handle: old.handle, realm: new.realm, in: transaction)
    }

    /// Ends a session inside a transaction, and leaves the grants given in it; false when there was none.
    package static func end(handle: String, realm: UUID, in transaction: any WriteTransaction) throws -> Bool {
        try transaction.execute("DELETE FROM sessions WHERE handle = ?1 AND realm = ?2", handle, realm) == 1
    }

    /// The living session of a handle with an active user, inside a transaction.
    package static func living(
        handle: String, realm: UUID, at now: Date, in transaction: any ReadTransaction
    ) throws -> UserSession? {
        let row = try transaction.row(
            "SELECT * FROM sessions WHERE handle = ?1 AND realm = ?2", handle, realm)
        return try row.flatMap { try living($0, realm: realm, at: now, in: transaction) }
    }

    /// The living session of a token with an active user, inside a transaction.
    package static func living(_ token: Secret, realm: UUID, at now: Date, in transaction: any ReadTransaction) throws -> UserSession? {
        try living(id(token), realm: realm, at: now, in: transaction)
    }

    private static func living(
        _ id: [UInt8], realm: UUID, at now: Date, in transaction: any ReadTransaction
    ) throws -> UserSession? {
        let row = try transaction.row(
            "SELECT * FROM sessions WHERE id = ?1 AND realm = ?2", id, realm)
        return try row.flatMap { try living($0, realm: realm, at: now, in: transaction) }
    }

    /// The session of a row, if it is alive and its user active.
    private static func living(_ row: Row, realm: UUID, at now: Date, in transaction: any ReadTransaction) throws -> UserSession? {
        guard let name = try Users.name(of: try row.uuid("user_id"), realm: realm, in: transaction), name.isActive else { return nil }
        let session = try session(row, name)
        return session.isAlive(at: now) ? session : nil
    }

    private static func id(_ token: Secret) -> [UInt8] { token.withBytes { SHA256.hash(data: $0).bytes } }
    private static func id(_ token: String) -> [UInt8] { SHA256.hash(data: Array(token.utf8)).bytes }

    private static func session(_ row: Row, _ name: Users.Name) throws -> UserSession {
        let properties = try JSONValue(parsing: try row.text("properties"), limits: .own()).object ?? JSONObject()
        return UserSession(
            handle: try row.text("handle"), realm: try row.uuid("realm"), user: try row.uuid("user_id"),
            username: name.username, nameKey: name.key, created: try row.date("created"),
            lastUsed: try row.date("last_used"),
            idleTime: Int(try row.int("idle_time")), ends: try row.date("ends"), authLevel: Int(try row.int("auth_level")),
            journey: try row.text("journey"),
            properties: Dictionary(properties.members.compactMap { m in m.value.string.map { (m.name, $0) } }) { $1 },
            earlierJourneys: try JSONValue(parsing: try row.text("earlier_journeys"), limits: .own()).strings ?? [],
            userAgent: try row.optionalText("user_agent"), address: try row.optionalText("address"))
    }

    private static func text(_ properties: [String: String]) -> String {
        JSONValue.object(JSONObject(properties.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })).text
    }
}
