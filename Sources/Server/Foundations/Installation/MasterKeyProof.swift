import Primitives
package import Store

/// A value sealed when the database was made: a server that can't open it has another master key.
package enum MasterKeyProof {
    /// The table `master_key_proof` of the installation; rows stay when a realm goes.
    package static let feature = Feature(
        history: [SchemaStep(1, "initial", place: 10, tables)],
        tables: [.kept("master_key_proof", filled: .byAdministration, because: "a proof of a key")])

    private static let tables: [SQL] = ["CREATE TABLE master_key_proof (id BIGINT PRIMARY KEY, proof BLOB NOT NULL)"]

    private static let context = "master-key-proof"

    /// True when something was sealed in a database before.
    package static func isThere(in database: any Database) async throws -> Bool {
        try await database.read { try $0.row("SELECT id FROM master_key_proof WHERE id = 1") } != nil
    }

    /// Checks a database's proof; makes it in a new database, and again for a new master key. Says whether the database is new.
    ///
    /// - Throws: the sealer's error when the key is another's.
    package static func check(_ database: any Database, with sealer: Sealer) async throws -> Bool {
        let stored = try await database.read { try $0.row("SELECT proof FROM master_key_proof WHERE id = 1")?.blob("proof") }
        if let stored { _ = try sealer.open(stored, context: context) }
        if stored.map(sealer.needsReseal) ?? true {
            let proof = try sealer.seal(Secret(context), context: context)
            try await database.write { transaction in
                _ = try transaction.execute(
                    "INSERT INTO master_key_proof (id, proof) VALUES (1, ?1) ON CONFLICT (id) DO UPDATE SET proof = ?1", proof)
            }
        }
        return stored == nil
    }
}
