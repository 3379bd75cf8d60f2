internal import GRDB
internal import Primitives

/// The open file: its lock, the connection that writes and those that read.
final class SQLiteFile: Sendable {
    /// The durability of a commit: `full` waits for the disk.
    enum Durability { case full, none }

    /// The number of connections that read in threads of their own, and of those for lookups. A temporary database has one of each: opening
    /// them takes longer than most of what is done with it.
    private static func readerCount(_ durability: Durability) -> Int { durability == .full ? 2 : 1 }

    /// The files that others than their owner had access to, until now.
    let exposed: [String]
    private let lock: FileLock?
    private let directory: TemporaryDirectory?
    private let writer: DatabaseQueue
    let readers: [DatabaseQueue]
    /// Those of ``SQLiteLookups``.
    let lookups: [DatabaseQueue]

    /// Checks, locks and opens a file.
    ///
    /// - Parameter isExclusive: whether another server is kept away, and refused when there is one.
    init(
        path: String, durability: Durability, isExclusive: Bool = true, directory: TemporaryDirectory? = nil
    ) throws(DatabaseError) {
        self.directory = directory
        do {
            try SQLiteHeader.check(path)
            SQLiteSettings.keepNoStatistics
            lock = isExclusive ? try FileLock(path + ".lock") : nil
            exposed = try PrivateFiles.shut(at: path)
            writer = try DatabaseQueue(path: path, configuration: SQLiteSettings.writer(durability))
            try writer.inDatabase { connection in try SQLiteSettings.claim(connection, at: path, durability) }
            readers = try Self.readers(Self.readerCount(durability), path)
            lookups = try Self.readers(Self.readerCount(durability), path)
        } catch {
            throw DatabaseError(opening: path, failed: error)
        }
    }

    private static func readers(_ count: Int, _ path: String) throws -> [DatabaseQueue] {
        try (0..<count).map { _ in try DatabaseQueue(path: path, configuration: SQLiteSettings.reader) }
    }

    /// Runs `work` with the writing connection, for as long as it takes.
    func onWriter(_ work: (GRDB.Database) -> Void) { writer.inDatabase(work) }

    /// Runs `work` with a reading connection, for as long as it takes.
    func onReader(_ index: Int, _ work: (GRDB.Database) -> Void) { readers[index].inDatabase(work) }

    func close() throws(DatabaseError) {
        do {
            for reader in readers + lookups { try reader.close() }
            try writer.close()
        } catch {
            throw DatabaseError(sqlite: error)
        }
        lock?.release()
        directory?.remove()
    }
}

extension DatabaseError {
    /// The error with the file's name, for a terminal.
    fileprivate init(opening path: String, failed error: any Error) {
        let error = DatabaseError(sqlite: error)
        let reason =
            switch error.code {
            case .corrupt: "\(path) is damaged (\(error.reason)); restore it from a backup"
            case .notADatabase: "\(path) is not a Gatehouse database (\(error.reason)); choose another file"
            default: error.reason.contains(path) ? error.reason : "\(path): \(error.reason)"
            }
        self.init(error.code, reason, underlying: error.underlying)
    }
}
