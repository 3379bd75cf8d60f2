import DeviceMessages
package import Foundation
package import Primitives
package import Store
package import DevicePolicies
package import Foundations
package import Directory

/// The pairing keys and tickets of all realms. They are stored sealed and found by a keyed hash, so that a stolen database can't be searched.
package struct PairingKeys: Sendable {
    /// The table `pairing_keys`; rows go with their realm or user, or once they have expired.
    package static let feature = Feature(
        history: [SchemaStep(14, "devices", place: 3, tables), SchemaStep(42, "rows by index", place: 7, userIndex)],
        tables: [.owned("pairing_keys", filled: .byOwners, by: .user("user_id"))],
        expiry: [Expiry("pairing_keys", key: "realm, id", by: "expires", kept: kept)])

    private static let tables: [SQL] = [
        """
        CREATE TABLE pairing_keys (
            realm TEXT NOT NULL, id TEXT NOT NULL, user_id TEXT NOT NULL, kind TEXT NOT NULL, hash BLOB NOT NULL, sealed BLOB,
            status TEXT NOT NULL, applications TEXT NOT NULL, policy TEXT, installation TEXT, failure TEXT, created BIGINT NOT NULL,
            updated BIGINT NOT NULL, expires BIGINT NOT NULL, PRIMARY KEY (realm, id), UNIQUE (realm, hash))
        """,
        "CREATE INDEX pairing_keys_expires ON pairing_keys (expires)",
    ]

    private static let userIndex: [SQL] = ["CREATE INDEX pairing_keys_user ON pairing_keys (realm, user_id)"]

    /// The number of good keys that a user may have (`docs/protocols/platform.md` 2.6).
    static let mostOfUser = 20
    /// The lifetime of a ticket, in seconds (`docs/protocols/device-protocol.md` 4).
    package static let ticketLifetime: TimeInterval = 300
    /// The time for which a key is kept after its end, in seconds, so that it can be seen what came of it.
    private static let kept: TimeInterval = 86_400

    package let database: any Database
    package let sealer: Sealer
    private let hashes: RealmHashes
    package let applications: Applications
    package let policies: DeviceAuthenticationPolicies
    package let settings: RealmMFASettings
    package let audit: AuditLog
    package let time: any TimeSource
    package let random: any RandomSource

    package init(
        database: any Database, sealer: Sealer, applications: Applications, policies: DeviceAuthenticationPolicies,
        settings: RealmMFASettings, audit: AuditLog, time: any TimeSource, random: any RandomSource
    ) {
        self.database = database
        self.sealer = sealer
        hashes = RealmHashes("pairing keys", sealer)
        self.applications = applications
        self.policies = policies
        self.settings = settings
        self.audit = audit
        self.time = time
        self.random = random
    }

    /// Makes a key for a user.
    ///
    /// - Parameters:
    ///   - applications: the applications whose installations may use it; none means all that a phone can have.
    ///   - policy: which device authentication policy applies; nil for the realm's default.
    /// - Throws: `invalid` for an application that no phone can have, or a policy that doesn't exist; `conflict` when the user has too many.
    package func create(
        for user: UUID, applications names: [String] = [], policy id: UUID? = nil, in realm: Realm
    ) async throws -> PairingKey {
        let policy = try await policies.required(id, in: realm)
        for name in names { _ = try await applications.mobileApplication(name, in: realm) }
        let lifetimes = names.map { policy.mobile.rules(of: $0).pairingKeySeconds }
        let format = PairingKeyText.Format(exactly: try await settings.settings(in: realm).pairing.keyFormat.rawValue) ?? .numeric
        let code = PairingKeyText.generate(format, random: random)
        let lifetime = lifetimes.min() ?? policy.mobile.rules(of: "").pairingKeySeconds
        return try await keep(
            code, .key, for: user, applications: names, policy: id, installation: nil, lifetime: TimeInterval(lifetime), in: realm)
    }

    /// Makes a ticket for the one installation that may use it.
    package func createTicket(
        for user: UUID, installation: String, application: String, policy: UUID?, in realm: Realm
    ) async throws -> (Secret, PairingKey) {
        let ticket = Secret(random.token(16))
        let key = try await keep(
            ticket, .ticket, for: user, applications: [application], policy: policy, installation: installation,
            lifetime: Self.ticketLifetime, in: realm)
        return (ticket, key)
    }

    /// A key of a user; nil when there is none, or it has expired unused.
    package func key(_ id: UUID, of user: UUID, in realm: Realm) async throws -> PairingKey? {
        let now = time.now
        let row = try await database.read { transaction in
            try transaction.row(
                "SELECT * FROM pairing_keys WHERE realm = ?1 AND id = ?2 AND user_id = ?3 AND kind = 'key' AND (expires > ?4 OR status <> 'UNCLAIMED')",
                realm.id, id, user, now)
        }
        return try row.map(key)
    }

    /// Takes a key back; false when there was none.
    package func delete(_ id: UUID, of user: UUID, in realm: Realm) async throws -> Bool {
        let now = time.now
        return try await database.write { transaction in
            let gone = try transaction.execute(
                "DELETE FROM pairing_keys WHERE realm = ?1 AND id = ?2 AND user_id = ?3 AND kind = 'key'", realm.id, id, user)
            guard gone == 1 else { return false }
            try audit.append(.pairingKeyRemoved, at: now, realm: realm.id, user: user, in: transaction)
            return true
        }
    }

    private func keep(
        _ code: Secret, _ kind: PairingKey.Kind, for user: UUID, applications: [String], policy: UUID?, installation: String?,
        lifetime: TimeInterval, in realm: Realm
    ) async throws -> PairingKey {
        let (id, now) = (random.uuid(), time.now)
        let sealed = try kind == .key ? sealer.seal(code, context: Self.context(realm.id, id)) : nil
        let (hash, names) = (hashes[realm.id].hash(code), JSONValue.array(applications.map(JSONValue.string)).text)
        return try await database.write { transaction in
            guard try Users.user(user, realm: realm.id, in: transaction)?.status == .active else {
                throw DomainError(.unknownUser, "no active user \(user.text)")
            }
            try transaction.hold(HeldName("pairing keys", realm.id, user))
            try Self.makeRoom(for: user, realm.id, now, transaction)
            try transaction.execute(
                """
                INSERT INTO pairing_keys (realm, id, user_id, kind, hash, sealed, status, applications, policy, installation, created,
                    updated, expires)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'UNCLAIMED', ?7, ?8, ?9, ?10, ?10, ?11)
                """, realm.id, id, user, kind.rawValue, hash, sealed, names, policy, installation, now, now.addingTimeInterval(lifetime))
            try audit.append(
                .pairingKeyMade, ["kind": .string(kind.rawValue)], at: now, realm: realm.id, user: user, in: transaction)
            return PairingKey(
                id: id, realm: realm.id, user: user, kind: kind, code: kind == .key ? code : nil, status: .unclaimed,
                applications: applications, policy: policy, installation: installation, failure: nil, created: now, updated: now,
                expires: now.addingTimeInterval(lifetime))
        }
    }

    private static func makeRoom(for user: UUID, _ realm: UUID, _ now: Date, _ transaction: any WriteTransaction) throws {
        let row = try transaction.row(
            "SELECT COUNT(*) AS count FROM pairing_keys WHERE realm = ?1 AND user_id = ?2 AND status = 'UNCLAIMED' AND expires > ?3", realm,
            user, now)
        guard try row?.int("count") ?? 0 < mostOfUser else {
            throw DomainError(
                .conflict, "the user has \(mostOfUser) pairing keys that aren't used; delete one, or wait until one has expired")
        }
    }
}

extension PairingKeys {
    /// The key of a text, as it stands; nil when there is none.
    func find(_ code: Secret, realm: UUID, in transaction: any ReadTransaction) throws -> PairingKey? {
        for hash in hashes[realm].hashes(code) {
            let row = try transaction.row("SELECT * FROM pairing_keys WHERE realm = ?1 AND hash = ?2", realm, hash)
            if let row { return try PairingKey(row, code: nil) }
        }
        return nil
    }

    static func find(_ id: UUID, realm: UUID, in transaction: any ReadTransaction) throws -> PairingKey? {
        try transaction.row("SELECT * FROM pairing_keys WHERE realm = ?1 AND id = ?2", realm, id).map { try PairingKey($0, code: nil) }
    }

    /// Adds a ticket that is told to no client, for a pairing that begins with it.
    static func insertTicket(
        _ id: UUID, hash: [UInt8], for user: UUID, installation: String, application: String, realm: UUID, at now: Date,
        in transaction: any WriteTransaction
    ) throws {
        try transaction.execute(
            """
            INSERT INTO pairing_keys (realm, id, user_id, kind, hash, status, applications, installation, created, updated, expires)
            VALUES (?1, ?2, ?3, 'ticket', ?4, 'UNCLAIMED', ?5, ?6, ?7, ?7, ?8)
            """, realm, id, user, hash, JSONValue.array([.string(application)]).text, installation, now,
            now.addingTimeInterval(ticketLifetime))
    }

    /// Gives a key to the installation that uses it; false when it is another's, or isn't good any more.
    static func bind(
        _ key: PairingKey, to installation: String, at now: Date, in transaction: any WriteTransaction
    ) throws -> Bool {
        try transaction.execute(
            """
            UPDATE pairing_keys SET installation = ?3, updated = ?4
            WHERE realm = ?1 AND id = ?2 AND status = 'UNCLAIMED' AND expires > ?4 AND (installation IS NULL OR installation = ?3)
            """, key.realm, key.id, installation, now) == 1
    }

    /// Uses a key up; false when that has been done, or it isn't this installation's.
    static func spend(_ id: UUID, by installation: String, realm: UUID, at now: Date, in transaction: any WriteTransaction) throws -> Bool {
        try transaction.execute(
            """
            UPDATE pairing_keys SET status = 'CLAIMED', sealed = NULL, updated = ?4
            WHERE realm = ?1 AND id = ?2 AND installation = ?3 AND status = 'UNCLAIMED'
            """, realm, id, installation, now) == 1
    }

    /// Ends a key that failed, for a client that waits for it.
    static func fail(_ id: UUID, _ reason: String, realm: UUID, at now: Date, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            UPDATE pairing_keys SET status = 'FAILED', failure = ?3, sealed = NULL, updated = ?4
            WHERE realm = ?1 AND id = ?2 AND status = 'UNCLAIMED'
            """, realm, id, reason, now)
    }

    private func key(_ row: Row) throws -> PairingKey {
        let (realm, id) = (try row.uuid("realm"), try row.uuid("id"))
        let code = try row.optionalBlob("sealed").map { try sealer.open($0, context: Self.context(realm, id)) }
        return try PairingKey(row, code: code)
    }

    private static func context(_ realm: UUID, _ id: UUID) -> String {
        "pairing key/\(realm.text)/\(id.text)"
    }
}
