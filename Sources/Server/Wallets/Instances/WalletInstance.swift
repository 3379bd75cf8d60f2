package import DeviceMessages
package import Foundation
import Foundations
package import JOSE
import Primitives
import Store
package import WalletMessages

/// A wallet or a service that has registered: an id that it chose, two key pairs, and the way to tell it of mail.
package struct WalletInstance: Sendable, Identifiable {
    /// The id that it chose.
    package let id: UUID
    /// The id of the realm.
    package let realm: UUID
    /// Its key that signs now.
    package let signing: ProofKey
    /// Its key that messages are sealed for now.
    package let agreement: JWK
    /// The way to tell it of mail; nil for one that looks by itself.
    package let reach: WalletReach?
    /// The user whose it is; nil for one that was registered without a user's access token.
    package let user: UUID?
    /// Raised with every change of ``reach``.
    package let revision: Int

    /// The tables `wallet_instances`, `wallet_keys`, `wallet_nonces` and `wallet_counts`.
    static let feature = Feature(
        history: [SchemaStep(55, "wallets", place: 0, tables), SchemaStep(57, "wallets' users and bytes of mail", place: 1, users)],
        tables: [
            .free(
                "wallet_instances", filled: strangers(4096, .lasting(because: "an id is bound to its keys for ever")),
                because: "an id that was erased stays taken, without its keys and its user"),
            .owned(
                "wallet_keys", filled: strangers(1024, .lasting(because: "signatures are verified as long as claims live")),
                by: .installation("instance")),
            .owned("wallet_nonces", filled: strangers(512, .seconds(3600)), by: .installation("instance")),
            .owned("wallet_counts", filled: strangers(512, .seconds(172_800)), by: .installation("instance")),
        ],
        expiry: [
            Expiry("wallet_nonces", key: "realm, id", by: "expires"),
            Expiry("wallet_counts", key: "realm, instance, kind, day", by: "day") { $0.secondsSince1970 / 86_400 - 1 },
        ],
        leave: { erased, erasure in
            let rows = try erased.transaction.rows(
                "SELECT id FROM wallet_instances WHERE realm = ?1 AND user_id = ?2", erased.realm, erased.id)
            for row in rows { try erase(try row.uuid("id"), realm: erased.realm, by: erasure, in: erased.transaction) }
        })

    private static func strangers(_ bytes: Int, _ lifetime: StrangerBounds.Lifetime) -> TableFilling {
        .byStrangers(.init(by: .address, bytes: bytes, renewals: .none, lifetime: lifetime))
    }

    private static let tables: [SQL] = [
        """
        CREATE TABLE wallet_instances (
            realm TEXT NOT NULL, id TEXT NOT NULL, signing TEXT, agreement TEXT, os_type TEXT, reach TEXT, revision BIGINT NOT NULL,
            created BIGINT NOT NULL, PRIMARY KEY (realm, id))
        """,
        """
        CREATE TABLE wallet_keys (
            realm TEXT NOT NULL, instance TEXT NOT NULL, number BIGINT NOT NULL, key TEXT NOT NULL, ended BIGINT,
            PRIMARY KEY (realm, instance, number))
        """,
        """
        CREATE TABLE wallet_nonces (
            realm TEXT NOT NULL, id TEXT NOT NULL, instance TEXT NOT NULL, expires BIGINT NOT NULL, PRIMARY KEY (realm, id))
        """,
        "CREATE INDEX wallet_nonces_expires ON wallet_nonces (expires)",
        """
        CREATE TABLE wallet_counts (
            realm TEXT NOT NULL, instance TEXT NOT NULL, kind TEXT NOT NULL, day BIGINT NOT NULL, count BIGINT NOT NULL,
            PRIMARY KEY (realm, instance, kind, day))
        """,
        "CREATE INDEX wallet_counts_day ON wallet_counts (day)",
    ]

    private static let users: [SQL] = [
        "ALTER TABLE wallet_instances ADD COLUMN user_id TEXT",
        "CREATE INDEX wallet_instances_user ON wallet_instances (realm, user_id)",
    ]

    /// Reads a row; nil for an instance that was erased.
    init?(_ row: Row) throws {
        guard let signing = try row.optionalText("signing"), let agreement = try row.optionalText("agreement") else { return nil }
        id = try row.uuid("id")
        realm = try row.uuid("realm")
        self.signing = try ProofKey(try Self.key(signing))
        self.agreement = try Self.key(agreement)
        user = try row.optionalUUID("user_id")
        reach = try row.optionalText("reach").flatMap { try WalletReach(json: try JSONValue(parsing: $0, limits: .own())) }
        revision = Int(try row.int("revision"))
    }

    /// The instance of an id; nil for an unknown one, and one that was erased.
    static func find(_ id: UUID, realm: UUID, in transaction: any ReadTransaction) throws -> WalletInstance? {
        try transaction.row("SELECT * FROM wallet_instances WHERE realm = ?1 AND id = ?2", realm, id, keeping: .changed).flatMap {
            try WalletInstance($0)
        }
    }

    /// Erases an instance: its keys, its mail, its requests, and whose it is. The id stays taken.
    static func erase(_ id: UUID, realm: UUID, by erasure: Erasure, in transaction: any WriteTransaction) throws {
        try Mailboxes.give(
            back: try Mailboxes.bytes(of: id, realm: realm, in: transaction), realm: realm, in: transaction)
        try transaction.execute(
            """
            UPDATE wallet_instances
            SET signing = NULL, agreement = NULL, os_type = NULL, reach = NULL, user_id = NULL, revision = revision + 1
            WHERE realm = ?1 AND id = ?2
            """, realm, id)
        try erasure.erase(installation: id.text, realm: realm, in: transaction)
    }

    static func key(_ text: String) throws -> JWK { try JWK(try JSONValue(parsing: text, limits: .own()).object ?? JSONObject()) }

    static func text(_ key: JWK) -> String { JSONValue(key).text }
}
