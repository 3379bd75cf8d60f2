internal import Foundation
internal import Primitives

/// The first bytes of the file (https://www.sqlite.org/fileformat.html §1.3), looked at before anything may write to it.
enum SQLiteHeader {
    private static let magic = Array("SQLite format 3\0".utf8)
    private static let length = 100

    /// Refuses what can't be a database: a missing directory, a foreign file, one that has been cut off.
    static func check(_ path: String) throws(DatabaseError) {
        try checkDirectory(of: path)
        guard FileManager.default.fileExists(atPath: path) else { return }
        let (header, size) = try read(path)
        // SQLite takes an empty file for a new database, and so it's fine.
        guard size > 0 else { return }
        guard header.starts(with: magic) else { throw DatabaseError(.notADatabase, "its header is another's") }
        guard header.count == length, size >= expectedSize(header, at: path) else {
            throw DatabaseError(.corrupt, "it is cut off at \(size) bytes")
        }
    }

    private static func checkDirectory(of path: String) throws(DatabaseError) {
        let parent = (path as NSString).deletingLastPathComponent
        var isDirectory: ObjCBool = false
        guard parent.isEmpty || FileManager.default.fileExists(atPath: parent, isDirectory: &isDirectory) else {
            throw DatabaseError(.cannotOpen, "there is no directory \(parent) for \(path); create it")
        }
        guard parent.isEmpty || isDirectory.boolValue else {
            throw DatabaseError(.cannotOpen, "\(parent), where \(path) should be, is not a directory")
        }
    }

    private static func read(_ path: String) throws(DatabaseError) -> (header: [UInt8], size: UInt64) {
        do {
            // A database: no byte order mark.
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { try? handle.close() }
            let header = try handle.read(upToCount: length) ?? Data()
            return ([UInt8](header), try handle.seekToEnd())
        } catch {
            throw DatabaseError(.cannotOpen, "\(path) can't be read; check that it's a file and its permissions", underlying: error)
        }
    }

    /// The size that the header tells, unless a write-ahead log lies beside the file: then the log may hold the rest.
    private static func expectedSize(_ header: [UInt8], at path: String) -> UInt64 {
        guard !FileManager.default.fileExists(atPath: path + "-wal") else { return 0 }
        // §1.3.2: the page size 65 536 is written as 1.
        let pageSize = bigEndian(header[16..<18])
        let isCountValid = header[24..<28] == header[92..<96]
        return isCountValid ? (pageSize == 1 ? 65_536 : pageSize) * bigEndian(header[28..<32]) : 0
    }

    private static func bigEndian(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
