import Crypto
package import Foundation
package import Primitives
package import Store
package import Foundations

/// Runs of journeys that wait for a link to be opened, on whatever device.
///
/// A run is kept here and not with the client, since the user who opens the link has nothing but the link. The link's id is kept as its
/// hash and the state sealed, so that a reader of the database can neither resume a run nor see what was entered in it.
package struct SuspendedJourneys: Sendable {
    /// The table `suspended_journeys`; rows go with their realm or user, or once they have expired.
    package static let feature = Feature(
        history: [
            SchemaStep(7, "mail", place: 2, tables),
            SchemaStep(30, "erasure", userColumn),
        ],
        tables: [
            .owned(
                "suspended_journeys",
                filled: .byStrangers(.init(by: .address, bytes: 192 << 10, renewals: .none, lifetime: .seconds(31_536_000))),
                by: .user("user_id"))
        ],
        expiry: [Expiry("suspended_journeys", key: "realm, id", by: "expires")])

    private static let tables: [SQL] = [
        """
        CREATE TABLE suspended_journeys (
            realm TEXT NOT NULL, id TEXT NOT NULL, state BLOB NOT NULL, expires BIGINT NOT NULL, PRIMARY KEY (realm, id))
        """,
        "CREATE INDEX suspended_journeys_expires ON suspended_journeys (expires)",
    ]

    /// The users whose runs they are, so that runs go with their users.
    private static let userColumn: [SQL] = [
        "ALTER TABLE suspended_journeys ADD COLUMN user_id TEXT",
        "CREATE INDEX suspended_journeys_user ON suspended_journeys (realm, user_id)",
    ]

    private let sealer: Sealer
    private let random: any RandomSource

    package init(sealer: Sealer, random: any RandomSource) {
        self.sealer = sealer
        self.random = random
    }

    /// A new id, for one link.
    package func newID() -> Secret { Secret(random.token()) }

    /// Keeps a run's state under an id.
    ///
    /// - Parameter user: the user of the run; nil while that isn't known.
    package func keep(
        _ state: Secret, as id: Secret, of user: UUID?, realm: UUID, until expires: Date, in transaction: any WriteTransaction
    ) throws {
        let name = Self.name(id)
        let sealed = try sealer.seal(state, context: Self.context(realm, name))
        try transaction.execute(
            "INSERT INTO suspended_journeys (realm, id, state, expires, user_id) VALUES (?1, ?2, ?3, ?4, ?5)", realm, name, sealed,
            expires, user)
    }

    /// Gives a run's state back, for the one time that its link works; nil for a link that is unknown, used or too old.
    package func take(_ id: Secret, realm: UUID, at now: Date, in transaction: any WriteTransaction) throws -> Secret? {
        let name = Self.name(id)
        let row = try transaction.row(
            "SELECT state FROM suspended_journeys WHERE realm = ?1 AND id = ?2 AND expires > ?3", realm, name, now)
        guard let row, try Self.remove(id, realm: realm, in: transaction) else { return nil }
        return try sealer.open(try row.blob("state"), context: Self.context(realm, name))
    }

    /// Forgets a run, such as one whose link could not be sent; false when it isn't there.
    @discardableResult
    package static func remove(_ id: Secret, realm: UUID, in transaction: any WriteTransaction) throws -> Bool {
        try transaction.execute("DELETE FROM suspended_journeys WHERE realm = ?1 AND id = ?2", realm, name(id)) == 1
    }

    private static func name(_ id: Secret) -> String { id.withBytes { Base64URL.encode(SHA256.hash(data: $0)) } }

    private static func context(_ realm: UUID, _ name: String) -> String { "suspended journey/\(realm.text)/\(name)" }
}
