internal import CSQLite
internal import Foundation
internal import GRDB
internal import Primitives

/// The settings of the connections.
enum SQLiteSettings {
    /// Marks the file as ours in its header: "Gate".
    static let applicationID = 0x4761_7465

    /// A file up to this size is checked throughout when it is opened, which takes some 15 ms.
    private static let checkedSize = 4 << 20

    /// Turns off SQLite's counting of memory, before the process's first connection: counting would make each allocation of each connection
    /// wait for one lock of them all. Where something else of the process has used SQLite before, it stays as it is.
    static let keepNoStatistics: Void = { _ = sqlite_keep_no_statistics() }()

    static func writer(_ durability: SQLiteFile.Durability) -> Configuration {
        var configuration = Configuration()
        configuration.label = "store-write"
        configuration.busyMode = .timeout(5)
        // GRDB's own WAL set-up lowers `synchronous` to NORMAL, which may lose the last commits, so it's done here.
        configuration.prepareDatabase { connection in
            try connection.execute(
                sql: """
                    PRAGMA journal_mode = WAL;
                    PRAGMA synchronous = \(durability == .full ? "FULL" : "OFF");
                    PRAGMA fullfsync = ON;
                    PRAGMA journal_size_limit = 16777216;
                    PRAGMA wal_autocheckpoint = 4000;
                    PRAGMA cache_size = -4096;
                    PRAGMA temp_store = MEMORY;
                    PRAGMA secure_delete = ON;
                    """)
        }
        return configuration
    }

    static var reader: Configuration {
        var configuration = Configuration()
        configuration.label = "store-read"
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { connection in
            try connection.execute(sql: "PRAGMA cache_size = -2048; PRAGMA temp_store = MEMORY;")
        }
        return configuration
    }

    /// Marks a new database as ours; refuses one of another program and one that is damaged. One that doesn't wait for the disk is new, and
    /// isn't looked through.
    static func claim(_ connection: GRDB.Database, at path: String, _ durability: SQLiteFile.Durability) throws {
        let tables = try Int.fetchOne(connection, sql: "SELECT count(*) FROM sqlite_master") ?? 0
        if tables == 0 { try connection.execute(sql: "PRAGMA application_id = \(applicationID)") }
        guard try Int.fetchOne(connection, sql: "PRAGMA application_id") == applicationID else {
            throw DatabaseError(.notADatabase, "another program's SQLite database")
        }
        if durability == .full { try check(connection, at: path) }
    }

    private static func check(_ connection: GRDB.Database, at path: String) throws {
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        guard size <= checkedSize else { return }
        let finding = try String.fetchOne(connection, sql: "PRAGMA quick_check(1)") ?? "nothing"
        guard finding == "ok" else {
            throw DatabaseError(.corrupt, finding.replacingOccurrences(of: "\n", with: " "))
        }
    }
}
