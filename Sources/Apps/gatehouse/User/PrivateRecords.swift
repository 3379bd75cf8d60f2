import Foundation
import Primitives

/// A new file of records, a line or more each. Only its owner may read it, since hashes of passwords are in it.
final class PrivateRecords {
    private let handle: FileHandle
    private var isEmpty: Bool

    /// Makes the file; nil in a dry run, which writes nothing.
    /// - Parameter isContinued: whether records are added to a file that is there.
    init?(_ path: String, isContinued: Bool, isDryRun: Bool) throws {
        guard !isDryRun else { return nil }
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (isContinued ? 0 : O_EXCL), 0o600)
        guard file >= 0 else { throw CommandFailure("the file \(path) can't be made: \(String(cString: strerror(errno)))") }
        handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        isEmpty = try handle.seekToEnd() == 0
    }

    /// Writes the line that records of its kind begin with, if the file is empty.
    func begin(with header: [UInt8]) throws {
        if isEmpty { try add(header) }
    }

    func add(_ record: [UInt8]) throws {
        isEmpty = false
        try handle.write(contentsOf: Data(record + [0x0A]))
    }
}
