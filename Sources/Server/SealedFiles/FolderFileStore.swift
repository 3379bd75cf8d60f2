import Foundation
import NIOPosix
import Primitives
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Files of a folder that only the server's own user may read. Disks are waited for on threads of their own.
package struct FolderFileStore: SealedFileStore {
    private let folder: String

    /// - Parameter folder: is made when the first file comes.
    package init(folder: String) { self.folder = folder }

    package func begin(_ name: String) async throws -> any SealedFileWriter {
        try await NIOThreadPool.singleton.runIfActive { [folder] in
            if mkdir(folder, 0o700) != 0, errno != EEXIST { throw FileFailure("make", folder) }
            let part = Self.path(folder, name) + Self.unfinished
            let file = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw FileFailure("make", part) }
            return Writer(file, folder: folder, path: Self.path(folder, name))
        }
    }

    package func read(_ name: String, from offset: Int, count: Int) async throws -> [UInt8] {
        try await NIOThreadPool.singleton.runIfActive { [folder] in
            let path = Self.path(folder, name)
            let file = open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { throw FileFailure("open", path) }
            defer { close(file) }
            var bytes = [UInt8](repeating: 0, count: count)
            var got = 0
            while got < count {
                let more = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress.map { $0 + got }, count - got, off_t(offset + got)) }
                guard more >= 0 else { throw FileFailure("read", path) }
                guard more > 0 else { break }
                got += more
            }
            return Array(bytes.prefix(got))
        }
    }

    package func remove(_ names: [String]) async {
        try? await NIOThreadPool.singleton.runIfActive { [folder] in
            for name in names {
                unlink(Self.path(folder, name))
                unlink(Self.path(folder, name) + Self.unfinished)
            }
        }
    }

    package func names() async -> [String] {
        let found = try? await NIOThreadPool.singleton.runIfActive { [folder] in
            try FileManager.default.contentsOfDirectory(atPath: folder)
        }
        return (found ?? []).map { $0.hasSuffix(Self.unfinished) ? String($0.dropLast(Self.unfinished.count)) : $0 }
    }

    private static let unfinished = ".part"

    private static func path(_ folder: String, _ name: String) -> String { "\(folder)/\(name)" }

    /// Writes one file; it belongs to one request, whose calls come one after the other.
    private final class Writer: SealedFileWriter {
        private let file: CInt
        private let folder: String
        private let path: String

        init(_ file: CInt, folder: String, path: String) {
            self.file = file
            self.folder = folder
            self.path = path
        }

        deinit { close(file) }

        func append(_ bytes: [UInt8]) async throws {
            try await NIOThreadPool.singleton.runIfActive { [file, path] in
                var rest = bytes[...]
                while !rest.isEmpty {
                    let written = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
                    guard written > 0 || errno == EINTR else { throw FileFailure("write", path) }
                    rest = rest.dropFirst(max(written, 0))
                }
            }
        }

        func finish() async throws {
            try await NIOThreadPool.singleton.runIfActive { [file, folder, path] in
                guard fsync(file) == 0, rename(path + FolderFileStore.unfinished, path) == 0 else { throw FileFailure("keep", path) }
                // The name is durable with its directory alone.
                let directory = open(folder, O_RDONLY | O_CLOEXEC)
                guard directory >= 0 else { throw FileFailure("open", folder) }
                defer { close(directory) }
                guard fsync(directory) == 0 else { throw FileFailure("keep", folder) }
            }
        }
    }
}

/// The failure of the system to do something with a file.
struct FileFailure: Error, CustomStringConvertible {
    let description: String

    init(_ what: String, _ path: String) { description = "the server can't \(what) \(path): \(String(cString: strerror(errno)))" }
}
