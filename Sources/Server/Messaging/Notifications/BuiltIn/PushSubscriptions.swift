import Crypto
package import Foundation
package import Primitives
import Store
import WebPush
package import Foundations

/// Push resources of this server (RFC 8030 §4): where others send to an installation that has given them away.
package struct PushSubscriptions: Sendable {
    /// The table `push_subscriptions`; rows go with their realm or installation, or once they have expired.
    package static let feature = Feature(
        history: [SchemaStep(13, "push", place: 2, tables), SchemaStep(68, "realms in all keys", place: 1, keyWithRealm)],
        tables: [.owned("push_subscriptions", filled: .byOwners, by: .installation("installation"))],
        expiry: [Expiry("push_subscriptions", key: "realm, id", by: "expires")])

    private static let tables: [SQL] = [
        """
        CREATE TABLE push_subscriptions (
            id TEXT PRIMARY KEY, realm TEXT NOT NULL, installation TEXT NOT NULL, sender_key BLOB, created BIGINT NOT NULL,
            expires BIGINT NOT NULL)
        """,
        "CREATE INDEX push_subscriptions_installation ON push_subscriptions (realm, installation)",
        "CREATE INDEX push_subscriptions_expires ON push_subscriptions (expires)",
    ]

    /// A key with the realm in it, as of all rows of realms; columns stay in their order, for servers that have prepared statements. The
    /// index by id alone is for tokens, which come without their realm.
    private static let keyWithRealm: [SQL] = [
        """
        CREATE TABLE push_subscriptions_by_realm (
            id TEXT NOT NULL, realm TEXT NOT NULL, installation TEXT NOT NULL, sender_key BLOB, created BIGINT NOT NULL,
            expires BIGINT NOT NULL, PRIMARY KEY (realm, id))
        """,
        """
        INSERT INTO push_subscriptions_by_realm (id, realm, installation, sender_key, created, expires)
        SELECT id, realm, installation, sender_key, created, expires FROM push_subscriptions
        """,
        "DROP TABLE push_subscriptions",
        "ALTER TABLE push_subscriptions_by_realm RENAME TO push_subscriptions",
        "CREATE INDEX push_subscriptions_id ON push_subscriptions (id)",
        "CREATE INDEX push_subscriptions_installation ON push_subscriptions (realm, installation)",
        "CREATE INDEX push_subscriptions_expires ON push_subscriptions (expires)",
    ]

    /// The number that an installation may have, and the number of seconds that one lives.
    package static let most = 32
    /// The lifetime of a subscription in seconds: 90 days.
    package static let lifetime: TimeInterval = 90 * 86_400

    /// A subscription as it was made.
    package struct IssuedSubscription: Sendable {
        /// Its id, which says nothing to others than its installation.
        package let id: String
        /// The token by which a sender may send: the last part of the push resource's URL.
        package let token: Secret
        /// The time when the subscription ends.
        package let expires: Date
    }

    struct Found: Sendable {
        let id: String
        let realm: UUID
        let installation: String
        /// The only sender's key; nil for any sender.
        let senderKey: [UInt8]?
    }

    let database: any Database
    let time: any TimeSource
    let random: any RandomSource

    /// Makes a subscription.
    ///
    /// - Parameter senderKey: the public key of the only application server that may send (RFC 8292 §4), 65 bytes; nil for any sender.
    /// - Throws: ``PushError`` `.refused` when the installation has too many, `.invalidAddress` for a key that is none.
    package func create(for installation: String, realm: UUID, senderKey: [UInt8]? = nil) async throws -> IssuedSubscription {
        if let senderKey, (try? P256.Signing.PublicKey(x963Representation: senderKey)) == nil {
            throw PushError(.invalidAddress, "the application server's key is no uncompressed point of P-256")
        }
        let (token, now) = (Secret(random.token()), time.now)
        let made = IssuedSubscription(id: Self.id(of: token), token: token, expires: now.addingTimeInterval(Self.lifetime))
        try await database.write { transaction in
            try transaction.hold(HeldName("push subscriptions", realm, installation))
            let count = try transaction.row(
                "SELECT COUNT(*) AS count FROM push_subscriptions WHERE realm = ?1 AND installation = ?2 AND expires > ?3", realm,
                installation, now)
            guard try count?.int("count") ?? 0 < Self.most else {
                throw PushError(.refused, "an installation has at most \(Self.most) push subscriptions", name: "TooManyRequests")
            }
            try transaction.execute(
                "INSERT INTO push_subscriptions (id, realm, installation, sender_key, created, expires) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                made.id, realm, installation, senderKey, now, made.expires)
        }
        return made
    }

    /// Takes a subscription away; false when the installation has none of this id.
    package func remove(_ id: String, of installation: String, realm: UUID) async throws -> Bool {
        try await database.write { transaction in
            try transaction.execute(
                "DELETE FROM push_letters WHERE realm = ?1 AND installation = ?2 AND subscription = ?3", realm, installation, id)
            return try transaction.execute(
                "DELETE FROM push_subscriptions WHERE id = ?1 AND realm = ?2 AND installation = ?3", id, realm, installation) == 1
        }
    }

    static func find(_ token: String, at now: Date, in transaction: any ReadTransaction) throws -> Found? {
        let id = id(of: Secret(token))
        // All realms: the token is the sender's only proof, and tells the realm.
        return try transaction.row("SELECT * FROM push_subscriptions WHERE id = ?1 AND expires > ?2", id, now).map { row in
            Found(
                id: id, realm: try row.uuid("realm"), installation: try row.text("installation"),
                senderKey: try row.optionalBlob("sender_key"))
        }
    }

    static func remove(of installation: String, realm: UUID, in transaction: any WriteTransaction) throws {
        try transaction.execute("DELETE FROM push_subscriptions WHERE realm = ?1 AND installation = ?2", realm, installation)
    }

    /// Tokens are kept as their hash: who reads the database can send nothing.
    private static func id(of token: Secret) -> String { token.withBytes { Base64URL.encode(SHA256.hash(data: $0)) } }
}
