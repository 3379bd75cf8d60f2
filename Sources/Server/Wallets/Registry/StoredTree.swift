import Foundation
import Primitives
import Store
import TransparencyLog

/// The tree of a realm's log as its tables have it.
struct StoredTree: TreeHashReader {
    let realm: UUID
    let transaction: any ReadTransaction

    func hash(level: Int, index: Int) throws(TransparencyError) -> TreeHash {
        let row = try? transaction.row(
            "SELECT hash FROM registry_hashes WHERE realm = ?1 AND level = ?2 AND number = ?3", realm, level, index)
        guard let bytes = try? row?.blob("hash"), let hash = TreeHash(bytes) else {
            throw TransparencyError(.missingTile, "the log has no subtree \(index) of level \(level)")
        }
        return hash
    }

    /// The number of entries.
    static func size(_ realm: UUID, in transaction: any ReadTransaction) throws -> Int {
        Int(try transaction.row("SELECT size FROM registry_logs WHERE realm = ?1", realm)?.int("size") ?? 0)
    }

    /// Appends an entry, and returns its number.
    static func append(_ entry: [UInt8], realm: UUID, in transaction: any WriteTransaction) throws -> Int {
        let size = try size(realm, in: transaction)
        try transaction.execute("INSERT INTO registry_entries (realm, number, entry) VALUES (?1, ?2, ?3)", realm, size, entry)
        for stored in try StoredTree(realm: realm, transaction: transaction).hashes(appending: .leaf(entry), at: size) {
            try transaction.execute(
                "INSERT INTO registry_hashes (realm, level, number, hash) VALUES (?1, ?2, ?3, ?4)", realm, stored.level, stored.index,
                stored.hash.bytes)
        }
        try transaction.execute("UPDATE registry_logs SET size = ?2 WHERE realm = ?1", realm, size + 1)
        return size
    }

    /// The entry of a number.
    static func entry(_ number: Int, realm: UUID, in transaction: any ReadTransaction) throws -> [UInt8]? {
        try transaction.row("SELECT entry FROM registry_entries WHERE realm = ?1 AND number = ?2", realm, number)?.blob("entry")
    }

    /// The bytes of a tile of a log that has so many entries; nil for one that it doesn't have.
    func tile(_ address: TileAddress, of size: Int) throws -> [UInt8]? {
        let first = address.number * TileAddress.fullWidth
        switch address.content {
        case .hashes(let level):
            guard size >> (8 * level) >= first + address.width else { return nil }
            let rows = try transaction.rows(
                "SELECT hash FROM registry_hashes WHERE realm = ?1 AND level = ?2 AND number >= ?3 AND number < ?4 ORDER BY number", realm,
                8 * level, first, first + address.width)
            return try rows.flatMap { try $0.blob("hash") }
        case .entries:
            guard size >= first + address.width else { return nil }
            let rows = try transaction.rows(
                "SELECT entry FROM registry_entries WHERE realm = ?1 AND number >= ?2 AND number < ?3 ORDER BY number", realm, first,
                first + address.width)
            return try EntryBundle.encode(try rows.map { try $0.blob("entry") })
        }
    }
}
