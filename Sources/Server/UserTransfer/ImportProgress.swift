import Foundation
package import Foundations
import Primitives
import Store

/// The place that the import of a file has come to, with the sums of what it did.
package struct ImportProgress: Sendable, Equatable {
    /// The number of the file's records that are done.
    package var position: Int
    /// The number of users that were created.
    package var created: Int
    /// The number of users that were changed.
    package var updated: Int
    /// The number of records whose users were there and stayed as they were.
    package var skipped: Int
    /// The number of records that became no users, those that couldn't be read among them.
    package var refused: Int

    package init(position: Int, created: Int, updated: Int, skipped: Int, refused: Int) {
        self.position = position
        self.created = created
        self.updated = updated
        self.skipped = skipped
        self.refused = refused
    }

    /// The table `user_imports`; rows go with their realm.
    package static let feature = Feature(
        history: [SchemaStep(62, "user imports", tables)],
        tables: [
            .free(
                "user_imports", filled: .byAdministration,
                because: "the place that the import of a file has come to; it names the file by its digest, and no user")
        ])

    private static let tables: [SQL] = [
        """
        CREATE TABLE user_imports (
            realm TEXT NOT NULL, source TEXT NOT NULL, position BIGINT NOT NULL, created BIGINT NOT NULL, updated BIGINT NOT NULL,
            skipped BIGINT NOT NULL, refused BIGINT NOT NULL, changed BIGINT NOT NULL, PRIMARY KEY (realm, source))
        """
    ]

    static func progress(of source: String, realm: UUID, in transaction: any ReadTransaction) throws -> ImportProgress? {
        try transaction.row("SELECT * FROM user_imports WHERE realm = ?1 AND source = ?2", realm, source, keeping: .changed).map { row in
            ImportProgress(
                position: Int(try row.int("position")), created: Int(try row.int("created")), updated: Int(try row.int("updated")),
                skipped: Int(try row.int("skipped")), refused: Int(try row.int("refused")))
        }
    }

    /// Makes sure that a batch begins where the file has come to, or at its beginning.
    static func require(_ source: String, at start: Int, realm: UUID, in transaction: any ReadTransaction) throws {
        let position = try progress(of: source, realm: realm, in: transaction)?.position ?? 0
        guard start == 0 || start == position else {
            throw DomainError(.conflict, "the file has come to record \(position), not \(start)")
        }
    }

    /// Writes down what a batch has done.
    func add(to source: String, restarting: Bool, realm: UUID, at now: Date, in transaction: any WriteTransaction) throws {
        let old = restarting ? nil : try Self.progress(of: source, realm: realm, in: transaction)
        try transaction.execute("DELETE FROM user_imports WHERE realm = ?1 AND source = ?2", realm, source)
        try transaction.execute(
            """
            INSERT INTO user_imports (realm, source, position, created, updated, skipped, refused, changed)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """, realm, source, position, (old?.created ?? 0) + created, (old?.updated ?? 0) + updated,
            (old?.skipped ?? 0) + skipped, (old?.refused ?? 0) + refused, now)
    }
}
