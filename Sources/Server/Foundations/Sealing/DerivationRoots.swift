import Crypto
import Foundation
package import Primitives
import Store

/// The secrets from which a server derives its keys: those of keyed hashes, and those that seal what clients carry
/// (docs/decisions/0047-derivation-roots.md).
///
/// They are random, and kept in the database under the master key. So what was made with their keys stays good when the master key changes: they
/// are sealed again. A new master key also brings a new root, with which all that is new is made; the older ones recognise what they made.
package struct DerivationRoots: Sendable {
    /// The table `derivation_roots` of the installation; rows stay when a realm goes.
    package static let feature = Feature(
        history: [SchemaStep(28, "derivation roots", tables)],
        tables: [.kept("derivation_roots", filled: .byAdministration, because: "keys of the installation")])

    private static let tables: [SQL] = ["CREATE TABLE derivation_roots (id BIGINT PRIMARY KEY, sealed BLOB NOT NULL, retired BIGINT)"]
    /// One secret.
    package struct Root: Sendable {
        let id: Int64
        let secret: Secret
        /// The time when another took its place; nil for the current one.
        var retired: Date?

        /// A key of 32 bytes for one purpose (HKDF-Expand with SHA-256, RFC 5869 §2.3).
        package func key(_ label: String, length: Int = 32) -> Secret {
            let root = secret.withBytes { SymmetricKey(data: $0) }
            return HKDF<SHA256>.expand(pseudoRandomKey: root, info: Array("gatehouse \(label)".utf8), outputByteCount: length)
                .withUnsafeBytes { Secret(bytes: $0) }
        }
    }

    /// The current one first; there is always one.
    let all: [Root]

    var current: Root { all[0] }
    /// The one that was there first.
    package var oldest: Root { all[all.count - 1] }

    private init(_ roots: [Root]) { all = roots }

    /// Those of a master key alone: as keys were derived before there were roots, and where no database keeps any.
    init(madeOf keys: MasterKeyRing, retired: Date? = nil) {
        all = keys.all.enumerated().map { age, key in
            // HKDF-Extract, whose result says nothing of the master key (RFC 5869 §2.2).
            let root = HKDF<SHA256>.extract(inputKeyMaterial: key.symmetricKey, salt: [UInt8]())
            return Root(id: -Int64(age), secret: Secret(bytes: Array(root)), retired: age == 0 ? retired : retired ?? .distantPast)
        }
    }
}

extension DerivationRoots {
    /// The roots that a database keeps; makes what is missing there.
    ///
    /// - Parameter isNew: whether nothing was ever derived for the database. Else, when it has no roots, those of the master keys are the older
    ///   ones.
    static func load(
        from database: any Database, with sealer: Sealer, isNew: Bool, at now: Date, random: any RandomSource
    ) async throws -> DerivationRoots {
        let fresh = Secret(bytes: random.bytes(32))
        return try await database.write { transaction in
            let (kept, isCurrent) = try stored(sealer, transaction)
            var roots = kept
            if roots.isEmpty && !isNew { roots = DerivationRoots(madeOf: sealer.keys, retired: now).all }
            guard !isCurrent else { return DerivationRoots(roots) }
            if !roots.isEmpty { roots[0].retired = roots[0].retired ?? now }
            roots.insert(Root(id: (roots.first?.id ?? 0) + 1, secret: fresh), at: 0)
            for root in roots { try write(root, sealer, transaction) }
            return DerivationRoots(roots)
        }
    }

    /// The roots, and whether the newest is sealed with the current master key.
    private static func stored(_ sealer: Sealer, _ transaction: any ReadTransaction) throws -> ([Root], isCurrent: Bool) {
        let rows = try transaction.rows("SELECT id, sealed, retired FROM derivation_roots ORDER BY id DESC", values: [])
        let roots = try rows.map { row in
            let id = try row.int("id")
            return Root(
                id: id, secret: try sealer.open(try row.blob("sealed"), context: context(id)), retired: try row.optionalDate("retired"))
        }
        return (roots, try rows.first.map { !sealer.needsReseal(try $0.blob("sealed")) } ?? false)
    }

    private static func write(_ root: Root, _ sealer: Sealer, _ transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO derivation_roots (id, sealed, retired) VALUES (?1, ?2, ?3)
            ON CONFLICT (id) DO UPDATE SET sealed = ?2, retired = ?3
            """, root.id, try sealer.seal(root.secret, context: context(root.id)), root.retired)
    }

    private static func context(_ id: Int64) -> String { "derivation root/\(id)" }
}
