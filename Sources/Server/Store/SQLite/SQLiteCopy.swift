internal import Foundation
internal import GRDB
import Primitives

/// Copies of databases, each in one file that only its owner may use.
public enum SQLiteCopy {
    /// Copies the database at `path` as it is at one moment, by SQLite's online backup. A server may write to it meanwhile, and waits for nothing.
    ///
    /// - Parameter target: the file that is made.
    /// - Throws: ``DatabaseError`` with `.cannotOpen` (there is no database, or there is such a file already), `.notADatabase`, `.corrupt` or
    ///   `.full`. No file is left then.
    public static func make(of path: String, at target: String) throws(DatabaseError) {
        guard FileManager.default.fileExists(atPath: path) else { throw DatabaseError(.cannotOpen, "there is no database \(path)") }
        try SQLiteHeader.check(path)
        let made = open(target, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard made >= 0 else { throw DatabaseError(.cannotOpen, "\(target) can't be made: \(String(cString: strerror(errno)))") }
        _ = close(made)
        do {
            try copy(path, target)
        } catch {
            unlink(target)
            throw DatabaseError(sqlite: error)
        }
    }

    private static func copy(_ path: String, _ target: String) throws {
        let source = try DatabaseQueue(path: path, configuration: SQLiteSettings.reader)
        let copy = try DatabaseQueue(path: target)
        try source.backup(to: copy)
        try source.close()
        try copy.inDatabase { connection in
            guard try Int.fetchOne(connection, sql: "PRAGMA application_id") == SQLiteSettings.applicationID else {
                throw DatabaseError(.notADatabase, "\(path) is another program's SQLite database")
            }
            // Everything that a log beside the file would hold is in the file.
            try connection.execute(sql: "PRAGMA journal_mode = DELETE")
            let finding = try String.fetchOne(connection, sql: "PRAGMA quick_check(1)") ?? "nothing"
            guard finding == "ok" else { throw DatabaseError(.corrupt, "\(path) is damaged (\(finding))") }
        }
        try copy.close()
        try synchronize(target)
    }

    /// Waits until a file, or the names in a directory, are on the disk.
    static func synchronize(_ path: String) throws(DatabaseError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { if descriptor >= 0 { _ = close(descriptor) } }
        guard descriptor >= 0, fsync(descriptor) == 0 else {
            throw DatabaseError(.inputOutput, "\(path) can't be written: \(String(cString: strerror(errno)))")
        }
    }
}
