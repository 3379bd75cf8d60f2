package import Foundation
import JOSE
import NIOPosix
package import Primitives
package import Store
package import Foundations

/// The signing keys of all realms: made when they are first needed, sealed at rest, prepared once for each revision.
///
/// A key's life is told by two times and no state: it is published as soon as it is made, signs from `signsFrom` on until a
/// newer one does, and what it signed is accepted until `verifiesUntil`. No token is given a longer life than its key.
package struct SigningKeys: Sendable {
    /// The table `signing_keys`; rows go with their realm.
    package static let feature = Feature(
        history: [SchemaStep(1, "initial", place: 11, tables)],
        tables: [.free("signing_keys", filled: .byAdministration, because: "keys of realms")])

    private static let tables: [SQL] = [
        """
        CREATE TABLE signing_keys (
            realm TEXT NOT NULL, purpose TEXT NOT NULL, generation BIGINT NOT NULL, id TEXT NOT NULL, material BLOB NOT NULL,
            created BIGINT NOT NULL, signs_from BIGINT NOT NULL, verifies_until BIGINT,
            PRIMARY KEY (realm, purpose, generation))
        """
    ]

    /// The time for which a new key is published before it signs, in seconds: longer than verifiers keep a key set.
    package static let publishedAhead: TimeInterval = 3600

    let database: any Database
    let sealer: Sealer
    let audit: AuditLog
    let time: any TimeSource
    let random: any RandomSource
    let configuration: ConfigurationChange
    private let cache: RevisionCache<UUID, RealmKeys>

    package init(
        database: any Database, sealer: Sealer, audit: AuditLog, configuration: ConfigurationChange, time: any TimeSource,
        random: any RandomSource
    ) {
        self.database = database
        self.sealer = sealer
        self.audit = audit
        self.time = time
        self.random = random
        self.configuration = configuration
        cache = RevisionCache(configuration.revisions)
    }

    /// The keys of a realm. The first call for a realm makes them, which takes a tenth of a second.
    package func keys(of realm: UUID) async throws -> RealmKeys {
        if let known = cache[realm] { return known }
        return try await cache.value(realm) { try await complete(realm) }
    }

    /// The stored keys, with those added that are missing. Of two nodes that add at once, one key stays. They sign for callers, too, who
    /// looked at the clock before they asked: a realm is never without a key.
    private func complete(_ realm: UUID) async throws -> RealmKeys {
        let stored = try await load(realm)
        let missing = RealmKey.Purpose.allCases.filter { purpose in !stored.all.contains { $0.purpose == purpose } }
        guard !missing.isEmpty else { return stored }
        for purpose in missing {
            let new = try await make(purpose, in: realm)
            let signsFrom = new.created.addingTimeInterval(-Self.publishedAhead)
            try await database.write { _ = try new.insert(generation: 1, signsFrom: signsFrom, in: $0) }
        }
        return try await load(realm)
    }

    private func load(_ realm: UUID) async throws -> RealmKeys {
        let rows = try await database.read { transaction in
            try transaction.rows("SELECT * FROM signing_keys WHERE realm = ?1 ORDER BY purpose, generation DESC", realm)
        }
        return RealmKeys(all: try rows.map(key))
    }

    private func key(_ row: Row) throws -> RealmKey {
        let (realm, id) = (try row.uuid("realm"), try row.text("id"))
        guard let purpose = RealmKey.Purpose(rawValue: try row.text("purpose")) else {
            throw DomainError(.invalid, "the key \(id) has a purpose that this server doesn't know")
        }
        let material = try sealer.open(try row.blob("material"), context: NewKey.context(realm, id))
        return try RealmKey(
            try material.withBytes { try JWK(parsing: $0) }, id: id, purpose: purpose, created: try row.date("created"),
            signsFrom: try row.date("signs_from"), verifiesUntil: try row.optionalDate("verifies_until"))
    }

    /// Makes a key on a thread where its arithmetic keeps no request waiting.
    func make(_ purpose: RealmKey.Purpose, in realm: UUID) async throws -> NewKey {
        try await NIOThreadPool.singleton.runIfActive {
            try NewKey(purpose, realm: realm, created: time.now, sealer: sealer, random: random)
        }
    }
}
