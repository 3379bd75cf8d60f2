import Crypto
import Foundation
import Primitives
package import Store
package import Foundations

/// The keys that Apple attested, one for each installation, and how far each has counted.
package struct AppAttestKeys: Sendable {
    /// The table `app_attest_keys`; rows go with their realm or installation.
    package static let feature = Feature(
        history: [SchemaStep(17, "integrity", place: 1, tables)],
        tables: [.owned("app_attest_keys", filled: .byOwners, by: .installation("installation"))])

    private static let tables: [SQL] = [
        """
        CREATE TABLE app_attest_keys (
            realm TEXT NOT NULL, installation TEXT NOT NULL, key_id BLOB NOT NULL, public_key BLOB NOT NULL, counter BIGINT NOT NULL,
            created BIGINT NOT NULL, PRIMARY KEY (realm, installation))
        """
    ]

    package let database: any Database

    package init(database: any Database) {
        self.database = database
    }

    struct Key: Sendable {
        let publicKey: P256.Signing.PublicKey
        let counter: UInt32
    }

    /// The change that evidence makes known.
    enum Change: Sendable, Equatable {
        case attested(id: [UInt8], point: [UInt8])
        case counted(id: [UInt8], to: UInt32)
    }

    /// The key of an installation, by its id; nil when another one or none was attested.
    func key(_ id: [UInt8], of installation: Installation) async throws -> Key? {
        try await database.read { transaction in
            let row = try transaction.row(
                "SELECT public_key, counter FROM app_attest_keys WHERE realm = ?1 AND installation = ?2 AND key_id = ?3",
                installation.realm,
                installation.id, id)
            return try row.map { row in
                Key(
                    publicKey: try P256.Signing.PublicKey(x963Representation: try row.blob("public_key")),
                    counter: UInt32(clamping: try row.int("counter")))
            }
        }
    }

    /// Writes a change down; false when the key has counted further meanwhile.
    static func apply(
        _ change: Change, of installation: Installation, at now: Date, in transaction: any WriteTransaction
    ) throws -> Bool {
        switch change {
        case .attested(let id, let point):
            try transaction.execute(
                """
                INSERT INTO app_attest_keys (realm, installation, key_id, public_key, counter, created) VALUES (?1, ?2, ?3, ?4, 0, ?5)
                ON CONFLICT (realm, installation) DO UPDATE SET key_id = ?3, public_key = ?4, counter = 0, created = ?5
                """, installation.realm, installation.id, id, point, now)
            return true
        case .counted(let id, let counter):
            return try transaction.execute(
                "UPDATE app_attest_keys SET counter = ?4 WHERE realm = ?1 AND installation = ?2 AND key_id = ?3 AND counter < ?4",
                installation.realm, installation.id, id, Int64(counter)) == 1
        }
    }
}
