package import Foundation
package import Primitives
package import Store
package import DevicePolicies
package import Directory
package import Foundations

/// The devices of all users.
package struct Devices: Sendable {
    /// The table `devices`; rows go with their realm, user or application, or once they have expired.
    package static let feature = Feature(
        history: [
            SchemaStep(14, "devices", place: 1, tables),
            SchemaStep(31, "notifications", place: 2, testColumn),
            SchemaStep(42, "rows by index", place: 3, inactiveIndex),
            SchemaStep(52, "searches by index", place: 1, userIndex),
        ],
        tables: [.finding("devices", filled: .byOwners, by: .user("user_id"), .device("id"), .application("application"))],
        searches: [
            OwnerSearch(
                .device, ofUser: "SELECT id FROM devices WHERE realm = ?1 AND user_id = ?2",
                ofApplication: "SELECT id FROM devices WHERE realm = ?1 AND application = ?2")
        ],
        sweep: { try forget(before: $0.now, by: $0.erasure, in: $0.transaction) },
        names: { user in
            try user.transaction.rows(
                "SELECT contact FROM devices WHERE realm = ?1 AND user_id = ?2 AND contact IS NOT NULL", user.realm, user.id
            ).map { try $0.text("contact") }
        })

    private static let tables: [SQL] = [
        """
        CREATE TABLE devices (
            realm TEXT NOT NULL, id TEXT NOT NULL, user_id TEXT NOT NULL, kind TEXT NOT NULL, status TEXT NOT NULL, nickname TEXT,
            position BIGINT, contact TEXT, extension TEXT, installation TEXT, application TEXT, code BLOB, code_expires BIGINT, locked_until BIGINT,
            lock_reason TEXT, blocked BIGINT, created BIGINT NOT NULL, updated BIGINT NOT NULL, PRIMARY KEY (realm, id))
        """,
        "CREATE INDEX devices_user ON devices (realm, user_id)",
        "CREATE UNIQUE INDEX devices_installation ON devices (realm, installation, user_id)",
    ]

    private static let inactiveIndex: [SQL] = ["CREATE INDEX devices_inactive ON devices (created) WHERE status <> 'ACTIVE'"]

    /// The index of users has the installation, so that the search for a user's installations doesn't take the one of installations instead.
    private static let userIndex: [SQL] = [
        "DROP INDEX devices_user",
        "CREATE INDEX devices_user ON devices (realm, user_id, installation)",
    ]

    /// The column that says whether a device is for testing.
    private static let testColumn: [SQL] = ["ALTER TABLE devices ADD COLUMN test BIGINT NOT NULL DEFAULT 0"]

    /// Devices that were not activated are removed after so many seconds, and a user has at most so many of them.
    static let activationLifetime: TimeInterval = 86_400
    static let mostInactive = 50

    package let database: any Database
    package let users: Users
    package let policies: DeviceAuthenticationPolicies
    package let fido2Policies: FIDO2Policies
    package let trustStores: TrustStores
    package let settings: RealmMFASettings
    package let passcodes: Passcodes
    /// The messages to devices.
    package let messages: DeviceMessenger
    package let sealer: Sealer
    package let time: any TimeSource
    package let random: any RandomSource
    let erasure: Erasure
    package let audit: AuditLog

    package init(
        database: any Database, users: Users, policies: DeviceAuthenticationPolicies, fido2Policies: FIDO2Policies,
        trustStores: TrustStores, settings: RealmMFASettings, passcodes: Passcodes, messages: DeviceMessenger, sealer: Sealer,
        time: any TimeSource, random: any RandomSource, erasure: Erasure, audit: AuditLog
    ) {
        self.database = database
        self.users = users
        self.policies = policies
        self.fido2Policies = fido2Policies
        self.trustStores = trustStores
        self.settings = settings
        self.passcodes = passcodes
        self.messages = messages
        self.sealer = sealer
        self.time = time
        self.random = random
        self.erasure = erasure
        self.audit = audit
    }

    /// A user's devices in their order, those that aren't active at the end.
    package func devices(of user: UUID, in realm: UUID) async throws -> [UserDevice] {
        let now = time.now
        return try await database.read { try Self.devices(of: user, realm: realm, at: now, in: $0) }
    }

    /// A device of a user; nil when there is none.
    package func device(_ id: UUID, of user: UUID, in realm: UUID) async throws -> UserDevice? {
        let now = time.now
        return try await database.read { transaction in
            try Self.device(id, realm: realm, at: now, in: transaction).flatMap { $0.user == user ? $0 : nil }
        }
    }
}

extension Devices {
    /// A user's devices in the user's order, without those whose activation has lapsed.
    package static func devices(of user: UUID, realm: UUID, at now: Date, in transaction: any ReadTransaction) throws -> [UserDevice] {
        try transaction.rows(
            """
            SELECT * FROM devices WHERE realm = ?1 AND user_id = ?2 AND (status = 'ACTIVE' OR created > ?3)
            ORDER BY CASE WHEN position IS NULL THEN 1 ELSE 0 END, position, created, id
            """, realm, user, now.addingTimeInterval(-activationLifetime)
        ).map(UserDevice.init)
    }

    /// A device by its id; nil when there is none, or when its activation has lapsed.
    ///
    /// - Parameter hold: what other writers may not do to it until the transaction ends.
    package static func device(
        _ id: UUID, realm: UUID, at now: Date, in transaction: any ReadTransaction, keeping hold: RowHold = .changed
    ) throws -> UserDevice? {
        let row = try transaction.row(
            "SELECT * FROM devices WHERE realm = ?1 AND id = ?2 AND (status = 'ACTIVE' OR created > ?3)", realm, id,
            now.addingTimeInterval(-activationLifetime), keeping: hold)
        return try row.map(UserDevice.init)
    }

    /// The devices that an installation is to its users.
    package static func devices(ofInstallation id: String, realm: UUID, in transaction: any ReadTransaction) throws -> [UserDevice] {
        try transaction.rows(
            "SELECT * FROM devices WHERE realm = ?1 AND installation = ?2 AND status = 'ACTIVE' ORDER BY created, id", realm, id
        ).map(UserDevice.init)
    }

    /// Adds a device; an active one comes last in its user's order.
    package static func insert(_ device: UserDevice, code: MessagedCode? = nil, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO devices (realm, id, user_id, kind, status, nickname, contact, extension, installation, application, code,
                code_expires, test, created, updated)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?14, ?13, ?13)
            """, device.realm, device.id, device.user, device.kind.rawValue, device.status.rawValue, device.nickname, device.contact,
            device.phoneExtension, device.installation, device.application, code?.hash,
            code?.expires, device.created, device.isTest)
        if device.status == .active { try activate(device.id, of: device.user, realm: device.realm, in: transaction) }
    }

    /// Gives a device to the installation that succeeds the one that it was, with all that is its user's; false when it isn't that one.
    static func hand(
        _ id: UUID, from former: String, to successor: String, realm: UUID, at now: Date, in transaction: any WriteTransaction
    ) throws -> Bool {
        try transaction.execute(
            "UPDATE devices SET installation = ?4, updated = ?5 WHERE realm = ?1 AND id = ?2 AND installation = ?3", realm, id, former,
            successor, now) == 1
    }

    /// Makes a device count, at the end of its user's order.
    /// - Throws: ``SecondFactorError`` `.wrongState` when another request was first.
    static func activate(_ id: UUID, of user: UUID, realm: UUID, in transaction: any WriteTransaction) throws {
        try transaction.hold(places(of: user, realm: realm))
        let activated = try transaction.execute(
            """
            UPDATE devices SET status = 'ACTIVE', position =
                (SELECT COALESCE(MAX(position), 0) + 1 FROM devices WHERE realm = ?1 AND user_id = ?3)
            WHERE realm = ?1 AND id = ?2 AND (status <> 'ACTIVE' OR position IS NULL)
            """, realm, id, user)
        guard activated == 1 else { throw SecondFactorError(.wrongState, "the device was activated meanwhile") }
    }

    /// The name of a user's active devices, for what counts or orders them.
    static func places(of user: UUID, realm: UUID) -> HeldName { HeldName("devices", realm, user) }

    /// Counts the devices of a user that count towards the limit: those that are active.
    package static func count(of user: UUID, realm: UUID, in transaction: any ReadTransaction) throws -> Int {
        let row = try transaction.row(
            "SELECT COUNT(*) AS count FROM devices WHERE realm = ?1 AND user_id = ?2 AND status = 'ACTIVE'", realm, user)
        return try Int(row?.int("count") ?? 0)
    }

    /// Removes devices that were not activated in time. Nothing depends on when this runs.
    private static func forget(before now: Date, by erasure: Erasure, in transaction: any WriteTransaction) throws {
        // All realms: the sweep.
        let stale = try transaction.rows(
            "SELECT realm, id FROM devices WHERE status <> 'ACTIVE' AND created < ?1 LIMIT 500", now.addingTimeInterval(-activationLifetime)
        )
        for row in stale { try erasure.erase(device: try row.uuid("id"), realm: try row.uuid("realm"), in: transaction) }
    }
}
