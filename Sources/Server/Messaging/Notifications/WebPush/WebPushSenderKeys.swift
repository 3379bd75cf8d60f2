package import Foundation
package import JOSE
package import Primitives
package import Store
package import Foundations

/// The key of each realm by which push services know it (RFC 8292). Subscriptions are bound to it, so it lasts as long as the realm.
package struct WebPushSenderKeys: Sendable {
    /// The table `push_sender_keys`; rows go with their realm.
    package static let feature = Feature(
        history: [SchemaStep(13, "push", tables)],
        tables: [.free("push_sender_keys", filled: .byAdministration, because: "keys of realms")])

    private static let tables: [SQL] = [
        "CREATE TABLE push_sender_keys (realm TEXT PRIMARY KEY, material BLOB NOT NULL, created BIGINT NOT NULL)"
    ]

    private let database: any Database
    private let sealer: Sealer
    private let time: any TimeSource
    private let random: any RandomSource
    private let known: RevisionCache<UUID, JWK>

    /// The keys in a database, sealed at rest.
    package init(database: any Database, sealer: Sealer, revisions: Revisions, time: any TimeSource, random: any RandomSource) {
        self.database = database
        self.sealer = sealer
        self.time = time
        self.random = random
        known = RevisionCache(revisions)
    }

    /// A realm's key pair on P-256, made when it is first needed.
    package func key(of realm: UUID) async throws -> JWK {
        try await known.value(realm) {
            if let key = try await stored(realm) { return key }
            let source = random
            let made = try JWK.generate(.p256, random: source)
            let now = time.now
            let sealed = try sealer.seal(Secret(bytes: JSONValue.object(made.privateJSON).encoded), context: Self.context(realm))
            // Of two nodes that make one at once, one stays.
            try await database.write { transaction in
                try transaction.execute(
                    "INSERT INTO push_sender_keys (realm, material, created) VALUES (?1, ?2, ?3) ON CONFLICT (realm) DO NOTHING", realm,
                    sealed, now)
            }
            return try await stored(realm) ?? made
        }
    }

    private func stored(_ realm: UUID) async throws -> JWK? {
        let sealed = try await database.read { transaction in
            try transaction.row("SELECT material FROM push_sender_keys WHERE realm = ?1", realm)?.blob("material")
        }
        guard let sealed else { return nil }
        return try sealer.open(sealed, context: Self.context(realm)).withBytes { try JWK(parsing: $0) }
    }

    private static func context(_ realm: UUID) -> String { "push sender key/\(realm.text)" }
}
