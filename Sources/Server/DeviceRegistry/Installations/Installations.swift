package import DeviceMessages
package import Foundation
import JOSE
package import Primitives
package import Store
package import Foundations
import Directory

/// The installations of all realms, and the proofs by which they show who they are.
///
/// A class only so that a step's closures and suspensions hold one reference; nothing of it ever changes.
package final class Installations: Sendable {
    /// The tables `installations` and `device_nonces`; rows go with their realm or installation, or once they have expired.
    package static let feature = Feature(
        history: [SchemaStep(14, "devices", tables)],
        tables: [
            .owned(
                "installations",
                filled: .byStrangers(
                    .init(
                        by: .key("a pairing key"), bytes: 64 << 10, renewals: .none,
                        lifetime: .lasting(because: "an installation goes with its last pairing"))), by: .installation("id")),
            .owned(
                "device_nonces", filled: .byStrangers(.init(by: .address, bytes: 512, renewals: .none, lifetime: .seconds(3600))),
                by: .installation("installation")),
        ],
        searches: [search],
        expiry: [Expiry("device_nonces", key: "realm, id", by: "expires")])

    private static let tables: [SQL] = [
        """
        CREATE TABLE installations (
            realm TEXT NOT NULL, id TEXT NOT NULL, signing TEXT NOT NULL, agreement TEXT NOT NULL, next_signing TEXT, next_agreement TEXT,
            app TEXT NOT NULL, device TEXT NOT NULL, push TEXT, push_allowed BIGINT NOT NULL, revision BIGINT NOT NULL,
            created BIGINT NOT NULL, keys_created BIGINT NOT NULL, logs_until BIGINT, PRIMARY KEY (realm, id))
        """,
        """
        CREATE TABLE device_nonces (
            realm TEXT NOT NULL, id TEXT NOT NULL, installation TEXT NOT NULL, purpose TEXT NOT NULL, expires BIGINT NOT NULL,
            PRIMARY KEY (realm, id))
        """,
        "CREATE INDEX device_nonces_expires ON device_nonces (expires)",
    ]

    /// An installation goes with its last pairing, and with its application.
    private static let search = OwnerSearch(
        .installation,
        ofUser: """
            SELECT d.installation FROM devices d
            WHERE d.realm = ?1 AND d.user_id = ?2 AND NOT EXISTS (
                SELECT 1 FROM devices o WHERE o.realm = ?1 AND o.installation = d.installation AND o.user_id <> ?2)
            UNION SELECT a.installation FROM pairing_attempts a
            WHERE a.realm = ?1 AND a.user_id = ?2 AND NOT EXISTS (
                SELECT 1 FROM devices o WHERE o.realm = ?1 AND o.installation = a.installation AND o.user_id <> ?2)
            """,
        ofDevice: """
            SELECT d.installation FROM devices d
            WHERE d.realm = ?1 AND d.id = ?2 AND NOT EXISTS (
                SELECT 1 FROM devices o WHERE o.realm = ?1 AND o.installation = d.installation AND o.id <> ?2)
            """,
        ofApplication: """
            SELECT installation FROM devices WHERE realm = ?1 AND application = ?2 AND installation IS NOT NULL
            UNION SELECT installation FROM pairing_attempts WHERE realm = ?1 AND application = ?2
            """)

    let database: any Database
    let time: any TimeSource
    let random: any RandomSource
    let erasure: Erasure
    let audit: AuditLog

    package init(database: any Database, time: any TimeSource, random: any RandomSource, erasure: Erasure, audit: AuditLog) {
        self.database = database
        self.time = time
        self.random = random
        self.erasure = erasure
        self.audit = audit
    }

    /// The installation of an id; nil when there is none.
    package func installation(_ id: String, in realm: UUID) async throws -> Installation? {
        try await database.lookUp { try Self.installation(id, realm: realm, in: $0) }
    }

    /// The error for an installation that no user has, or that isn't known.
    package static let notPaired = DeviceError(.notPaired, "this device isn't paired with a user here")

    /// The first request proved with the successor makes it the only key.
    func promoted(_ known: Installation, provedWith key: ProofKey, in realm: Realm) async throws -> Installation {
        guard let successor = known.successor, successor.signing == key else { return known }
        let now = time.now
        return try await database.write { [self] transaction in
            try transaction.execute(
                """
                UPDATE installations SET signing = next_signing, agreement = next_agreement, next_signing = NULL, next_agreement = NULL,
                    keys_created = ?4
                WHERE realm = ?1 AND id = ?2 AND next_signing = ?3
                """, realm.id, known.id, Installation.text(successor.signing.key), now)
            guard let current = try Self.installation(known.id, realm: realm.id, in: transaction) else { throw Self.notPaired }
            try audit.append(.installationKeysChanged, ["installation": .string(known.id)], at: now, realm: realm.id, in: transaction)
            return current
        }
    }

    /// Whether an installation is a device of a user, or is being paired.
    package static func isInUse(_ id: String, realm: UUID, in transaction: any ReadTransaction) throws -> Bool {
        let isDevice = try transaction.row("SELECT 1 FROM devices WHERE realm = ?1 AND installation = ?2 LIMIT 1", realm, id) != nil
        guard !isDevice else { return true }
        return try transaction.row("SELECT 1 FROM pairing_attempts WHERE realm = ?1 AND installation = ?2 LIMIT 1", realm, id) != nil
    }

    /// An installation by its id; nil when it isn't known.
    ///
    /// - Parameter hold: what other writers may not do to it until the transaction ends.
    package static func installation(
        _ id: String, realm: UUID, in transaction: any ReadTransaction, keeping hold: RowHold = .kept
    ) throws -> Installation? {
        try transaction.row("SELECT * FROM installations WHERE realm = ?1 AND id = ?2", realm, id, keeping: hold).map(Installation.init)
    }
}
