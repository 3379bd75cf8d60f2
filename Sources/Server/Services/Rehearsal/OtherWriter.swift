import Directory
import Foundation
import Primitives
package import Store
import Foundations

/// The other writer that a ``RehearsedDatabase`` of the domain lets in between the two runs of a body.
///
/// It moves what all writers share (the configuration's revision, the head of the audit log, the places of rows) and has a user and counts in
/// a realm of its own, under names that tests use in theirs: a query that doesn't name its realm finds them.
package enum OtherWriter {
    private static let realm = UUID(uuid: (0xFF, 0xEE, 0xDD, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 0))
    private static let time = Date(timeIntervalSince1970: 4_000_000_000)

    /// Writes what no caller notices.
    static func write(_ transaction: any WriteTransaction) throws {
        try Revisions.raise(in: transaction)
        _ = try AuditLog.seal(in: transaction)
        // Made again each time, so that their places change.
        try transaction.execute("DELETE FROM users WHERE realm = ?1", realm)
        try transaction.execute(
            """
            INSERT INTO users (realm, id, username, folded, folding, status, attributes, created, indexed)
            VALUES (?1, ?2, 'demo', 'demo', ?4, 'active', '{}', ?3, 1)
            """, realm, realm, time, NameFolding.version)
        try transaction.execute("DELETE FROM spent WHERE realm = ?1", realm)
        _ = try SpentOnce.spend("rehearsal", .journeyState, realm: realm, expires: time, in: transaction)
        try Throttle.count("rehearsal", from: .everybody, realm: realm, at: time, in: transaction)
    }
}

extension RehearsedDatabase {
    /// A test's database of the domain: rehearsed, with an ``OtherWriter``, when the environment wants that, and as it is without.
    package static func ifWanted(_ database: any Database) -> any Database {
        guard isWanted else { return database }
        return RehearsedDatabase(
            database, interleaving: OtherWriter.write, isOvertaken: { ($0 as? AuditError)?.code == .overtaken })
    }
}
