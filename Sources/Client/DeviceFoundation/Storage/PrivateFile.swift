import Foundation
import Primitives

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Files for their owner's eyes only, replaced as a whole and durably.
enum PrivateFile {
    /// The bytes of a file; nil when there is none.
    static func read(_ path: String) throws(StoreError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("read", path)
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Self.retrying { systemRead(descriptor, &chunk, chunk.count) }
            guard count >= 0 else { throw failure("read", path) }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
        }
    }

    /// Replaces a file by writing a new one beside it, flushing it to the disk and renaming it: a crash at any moment leaves
    /// the old file or the new one, never a part.
    static func replace(_ path: String, with bytes: [UInt8]) throws(StoreError) {
        let temporary = "\(path).new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure("write", temporary) }
        do throws(StoreError) {
            try write(bytes, to: descriptor, path: temporary)
        } catch {
            close(descriptor)
            throw error
        }
        close(descriptor)
        guard rename(temporary, path) == 0 else { throw failure("replace", path) }
        try syncDirectory(of: path)
    }

    /// Makes the directory of a file, 0700, if it is missing.
    static func makeDirectory(of path: String) throws(StoreError) {
        let directory = directory(of: path)
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw StoreError(.io, "cannot create the directory \(directory): \(error.localizedDescription)")
        }
    }

    /// Whether only the owner has any permission on a file.
    static func isPrivate(_ path: String) throws(StoreError) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { throw failure("examine", path) }
        return status.st_mode & 0o077 == 0
    }

    /// Runs `body` while no other process, or other vault of this one, holds the lock file.
    static func locked<Result>(_ path: String, _ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("lock", path) }
        defer { close(descriptor) }
        guard retrying({ Int(flock(descriptor, LOCK_EX)) }) == 0 else { throw failure("lock", path) }
        return try body()
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(StoreError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = retrying { rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) } }
            guard count > 0 else { throw failure("write", path) }
            rest = rest.dropFirst(count)
        }
        guard fsync(descriptor) == 0 else { throw failure("flush", path) }
    }

    private static func syncDirectory(of path: String) throws(StoreError) {
        let descriptor = open(directory(of: path), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("flush", directory(of: path)) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("flush", directory(of: path)) }
    }

    private static func directory(of path: String) -> String {
        URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    }

    private static func retrying(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }

    private static func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
        #if canImport(Glibc)
        Glibc.read(file, buffer, count)
        #elseif canImport(Musl)
        Musl.read(file, buffer, count)
        #else
        Darwin.read(file, buffer, count)
        #endif
    }

    private static func systemWrite(_ file: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Glibc)
        Glibc.write(file, buffer, count)
        #elseif canImport(Musl)
        Musl.write(file, buffer, count)
        #else
        Darwin.write(file, buffer, count)
        #endif
    }

    private static func failure(_ what: String, _ path: String) -> StoreError {
        StoreError(.io, "cannot \(what) \(path): \(String(cString: strerror(errno)))")
    }
}
