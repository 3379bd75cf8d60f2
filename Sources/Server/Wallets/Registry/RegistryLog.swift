import Foundation
import Foundations
import Primitives
import Store
import TransparencyLog

/// A realm's log: its name and the key that signs its checkpoints. Neither ever changes.
struct RegistryLog: Sendable {
    let realm: UUID
    let signer: NoteSigner

    var origin: String { signer.key.name }

    /// The tables `registry_logs`, `registry_entries`, `registry_hashes` and `registry_claims`; rows go with their realm.
    static let feature = Feature(
        history: [SchemaStep(56, "registry", tables)],
        tables: [
            .free("registry_logs", filled: .byAdministration, because: "the log of a realm, with its sealed key"),
            .free("registry_entries", filled: entries, because: "a log only grows; its entries are thumbprints and salted hashes"),
            .free("registry_hashes", filled: entries, because: "hashes of the log's tree"),
            .free("registry_claims", filled: entries, because: "salted hashes of claims, and where the log has them"),
        ])

    private static let entries = TableFilling.byStrangers(
        .init(
            by: .key("an instance, of which an address makes few; each appends so many entries in a day as the realm says"), bytes: 4096,
            renewals: .none, lifetime: .lasting(because: "a log that forgets proves nothing")))

    private static let tables: [SQL] = [
        """
        CREATE TABLE registry_logs (
            realm TEXT NOT NULL, origin TEXT NOT NULL, key BLOB NOT NULL, size BIGINT NOT NULL, checkpoint BLOB, published BIGINT NOT NULL,
            PRIMARY KEY (realm))
        """,
        "CREATE TABLE registry_entries (realm TEXT NOT NULL, number BIGINT NOT NULL, entry BLOB NOT NULL, PRIMARY KEY (realm, number))",
        """
        CREATE TABLE registry_hashes (
            realm TEXT NOT NULL, level BIGINT NOT NULL, number BIGINT NOT NULL, hash BLOB NOT NULL, PRIMARY KEY (realm, level, number))
        """,
        """
        CREATE TABLE registry_claims (
            realm TEXT NOT NULL, hash TEXT NOT NULL, number BIGINT NOT NULL, kind TEXT NOT NULL, issuer TEXT NOT NULL,
            PRIMARY KEY (realm, hash, number))
        """,
    ]

    /// The context to which a log's sealed key is bound.
    static func context(_ realm: UUID) -> String { "registry-log/\(realm.text)" }
}
