internal import Foundation
internal import GRDB
import Primitives

/// The replacement of a database by a copy, while no server has it.
public final class SQLiteReplacement: Sendable {
    /// The file in which the database that was replaced is kept.
    public let replaced: String
    private let path: String
    private let lock: FileLock

    /// Keeps servers away until the replacement is released.
    /// - Throws: ``DatabaseError`` with `.inUse` when a server has the database.
    public init(at path: String) throws(DatabaseError) {
        self.path = path
        replaced = path + ".replaced"
        lock = try FileLock(path + ".lock")
    }

    /// Puts a copy, which lies in the same directory, in the database's place, and keeps what is there as ``replaced``. At each moment there
    /// is a whole database in the place.
    public func put(_ copy: String) throws(DatabaseError) {
        if FileManager.default.fileExists(atPath: path) { try keep() }
        for ending in ["-wal", "-shm"] { unlink(path + ending) }
        guard rename(copy, path) == 0 else { throw failure(path) }
        try SQLiteCopy.synchronize((path as NSString).deletingLastPathComponent)
    }

    /// Lets servers have the database again.
    public func release() { lock.release() }

    private func keep() throws(DatabaseError) {
        // A damaged database can't be settled, and is kept with its log.
        try? settle()
        for ending in ["", "-wal"] {
            unlink(replaced + ending)
            guard link(path + ending, replaced + ending) == 0 || errno == ENOENT else { throw failure(replaced + ending) }
        }
    }

    /// Writes what is in the log beside the file into the file.
    private func settle() throws {
        let queue = try DatabaseQueue(path: path, configuration: SQLiteSettings.writer(.full))
        try queue.inDatabase { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        try queue.close()
    }

    private func failure(_ file: String) -> DatabaseError {
        DatabaseError(.cannotOpen, "\(file) can't be made: \(String(cString: strerror(errno)))")
    }
}
