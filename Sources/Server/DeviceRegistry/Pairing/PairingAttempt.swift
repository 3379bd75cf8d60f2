import DeviceMessages
import Foundation
import Primitives
import Store
package import Foundations

/// A pairing that an installation has begun: it waits for its confirmation, and remembers what came of it, so that a device that didn't
/// hear the answer gets the same one again.
package struct PairingAttempt: Sendable {
    /// The table `pairing_attempts`; rows go with their realm, user or application, or once they have expired.
    package static let feature = Feature(
        history: [SchemaStep(14, "devices", place: 4, tables), SchemaStep(42, "rows by index", place: 6, indexes)],
        tables: [
            .finding(
                "pairing_attempts",
                filled: .byStrangers(.init(by: .key("a pairing key"), bytes: 128 << 10, renewals: .none, lifetime: .seconds(90_000))),
                by: .user("user_id"), .application("application"))
        ],
        expiry: [Expiry("pairing_attempts", key: "realm, key_id", by: "created", kept: kept)])

    private static let tables: [SQL] = [
        """
        CREATE TABLE pairing_attempts (
            realm TEXT NOT NULL, id TEXT NOT NULL, installation TEXT NOT NULL, user_id TEXT NOT NULL, key_id TEXT NOT NULL,
            application TEXT NOT NULL, policy TEXT, nonce TEXT NOT NULL, created BIGINT NOT NULL, confirmed BIGINT, passcode TEXT,
            tries BIGINT NOT NULL DEFAULT 0, PRIMARY KEY (realm, key_id))
        """,
        "CREATE INDEX pairing_attempts_created ON pairing_attempts (created)",
    ]

    private static let indexes: [SQL] = [
        "CREATE INDEX pairing_attempts_id ON pairing_attempts (realm, id)",
        "CREATE INDEX pairing_attempts_installation ON pairing_attempts (realm, installation)",
        "CREATE INDEX pairing_attempts_user ON pairing_attempts (realm, user_id)",
    ]

    /// The time that an attempt may be confirmed, and a passcode tried, in seconds.
    static let lifetime: TimeInterval = 900
    /// The number of passcodes that may be tried.
    static let mostTries = 3

    /// The device that it makes.
    let id: UUID
    let realm: UUID
    let installation: String
    let user: UUID
    let key: UUID
    let application: String
    let policy: UUID?
    let nonce: String
    let created: Date
    var confirmed: Date?
    /// The standing of the passcode method, once one was tried: a failure's name, or empty for one that works.
    var passcode: String?
    var tries = 0

    func isOpen(at now: Date) -> Bool { now < created.addingTimeInterval(Self.lifetime) }
}

extension PairingAttempt {
    init(_ row: Row) throws {
        id = try row.uuid("id")
        realm = try row.uuid("realm")
        installation = try row.text("installation")
        user = try row.uuid("user_id")
        key = try row.uuid("key_id")
        application = try row.text("application")
        policy = try row.optionalUUID("policy")
        nonce = try row.text("nonce")
        created = try row.date("created")
        confirmed = try row.optionalDate("confirmed")
        passcode = try row.optionalText("passcode")
        tries = Int(try row.int("tries"))
    }

    static func ofKey(_ key: UUID, realm: UUID, in transaction: any ReadTransaction) throws -> PairingAttempt? {
        try transaction.row("SELECT * FROM pairing_attempts WHERE realm = ?1 AND key_id = ?2", realm, key, keeping: .changed).map(
            PairingAttempt.init)
    }

    /// The attempt at a pairing that gave out a nonce.
    static func find(
        _ id: UUID, installation: String, nonce: String, realm: UUID, in transaction: any ReadTransaction
    ) throws -> PairingAttempt? {
        try transaction.row(
            "SELECT * FROM pairing_attempts WHERE realm = ?1 AND id = ?2 AND installation = ?3 AND nonce = ?4", realm, id, installation,
            nonce, keeping: .changed
        ).map(PairingAttempt.init)
    }

    func insert(in transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO pairing_attempts (realm, id, installation, user_id, key_id, application, policy, nonce, created)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            """, realm, id, installation, user, key, application, policy, nonce, created)
    }

    func update(in transaction: any WriteTransaction) throws {
        try transaction.execute(
            "UPDATE pairing_attempts SET confirmed = ?3, passcode = ?4, tries = ?5 WHERE realm = ?1 AND key_id = ?2", realm, key, confirmed,
            passcode, tries)
    }

    /// The time that an attempt is remembered, in seconds, for a device that asks again what came of it.
    private static let kept: TimeInterval = 86_400
}
