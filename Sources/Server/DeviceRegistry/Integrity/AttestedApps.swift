import Crypto
package import DeviceIntegrity
package import Foundation
package import Foundations
import Primitives
package import Store

/// The keys that Apple attested to copies of apps which journeys asked, and how far each has counted
/// ([decision 135](../../../../docs/decisions/0135-app-integrity-node.md)).
package struct AttestedApps: Sendable {
    /// The table `attested_apps`; rows go with their realm or application, or once a key hasn't been used for half a year.
    package static let feature = Feature(
        history: [SchemaStep(54, "attested apps", tables)],
        tables: [
            .owned(
                "attested_apps",
                filled: .byStrangers(
                    .init(
                        by: .address, bytes: 1024, renewals: .byHolder(because: "a key lives while its app signs with it"),
                        lifetime: .seconds(lifetime))), by: .application("application"))
        ],
        expiry: [Expiry("attested_apps", key: "realm, key_id", by: "expires")])

    private static let tables: [SQL] = [
        """
        CREATE TABLE attested_apps (
            realm TEXT NOT NULL, key_id BLOB NOT NULL, application TEXT NOT NULL, public_key BLOB NOT NULL, counter BIGINT NOT NULL,
            expires BIGINT NOT NULL, PRIMARY KEY (realm, key_id))
        """,
        "CREATE INDEX attested_apps_expires ON attested_apps (expires)",
    ]

    /// The time for which an unused key is kept, in seconds.
    private static let lifetime = 15_552_000

    let database: any Database

    /// A key that an app made, and how far it has counted.
    package struct Key: Sendable {
        /// SHA-256 of the key's point, by which the app names it.
        package let id: [UInt8]
        let publicKey: P256.Signing.PublicKey
        let counter: UInt32
    }

    /// The key that an attestation for a challenge is of (Apple: Validating apps that connect to your server).
    /// - Throws: ``IntegrityError``, with the reason for which it isn't accepted.
    package static func key(
        attestedBy object: [UInt8], id: [UInt8], challenge: String, of app: AttestedApp, at now: Date
    ) async throws(IntegrityError) -> Key {
        let hash = SHA256.hash(data: Array(challenge.utf8)).bytes
        let attested = try await AppAttestation(verifying: object, keyID: id, clientDataHash: hash, rules: app.rules, at: now)
        return Key(id: id, publicKey: attested.publicKey, counter: 0)
    }

    /// The key of an app by its id; nil when none is known.
    package func key(_ id: [UInt8], of app: AttestedApp, in realm: UUID) async throws -> Key? {
        try await database.read { [app = app.id] transaction in
            let row = try transaction.row(
                "SELECT public_key, counter FROM attested_apps WHERE realm = ?1 AND key_id = ?2 AND application = ?3", realm, id, app)
            return try row.map { row in
                Key(
                    id: id, publicKey: try P256.Signing.PublicKey(x963Representation: try row.blob("public_key")),
                    counter: UInt32(clamping: try row.int("counter")))
            }
        }
    }

    /// The key with the counter of an assertion.
    /// - Throws: ``IntegrityError`` for an assertion that the key didn't make over the client data, or made before.
    package static func key(
        _ key: Key, asserting assertion: [UInt8], over clientData: [UInt8], of app: AttestedApp
    )
        throws(IntegrityError) -> Key
    {
        let hash = SHA256.hash(data: clientData).bytes
        let verified = try AppAssertion(
            verifying: assertion, clientDataHash: hash, key: key.publicKey, after: key.counter, rules: app.rules)
        return Key(id: key.id, publicKey: key.publicKey, counter: verified.counter)
    }

    /// Keeps a key that was attested; one that is known counts on.
    package static func keep(_ key: Key, of app: AttestedApp, realm: UUID, at now: Date, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO attested_apps (realm, key_id, application, public_key, counter, expires) VALUES (?1, ?2, ?3, ?4, 0, ?5)
            ON CONFLICT (realm, key_id) DO NOTHING
            """, realm, key.id, app.id, Array(key.publicKey.x963Representation), now.addingTimeInterval(TimeInterval(lifetime)))
    }

    /// Writes a key's counter down; false when the key has counted further meanwhile.
    package static func count(_ key: Key, realm: UUID, at now: Date, in transaction: any WriteTransaction) throws -> Bool {
        try transaction.execute(
            "UPDATE attested_apps SET counter = ?3, expires = ?4 WHERE realm = ?1 AND key_id = ?2 AND counter < ?3", realm, key.id,
            Int64(key.counter), now.addingTimeInterval(TimeInterval(lifetime))) == 1
    }
}
