import Foundation
import Primitives
import Synchronization

/// The data directories that servers begin with, each made once in a process: a first start takes longer than most of what is done with a server.
enum DemonstrationData {
    /// The files, and the directory in which they were made, which names the database in the cluster of the tests.
    private struct Beginning: Sendable {
        let files: [String: Data]
        let directory: String
    }

    private static let made = Mutex<[Date?: Task<Beginning, any Error>]>([:])

    /// Fills a data directory with what a first start with demonstration data makes.
    ///
    /// - Parameter start: starts a server over the data directory at a path, stops it and leaves the data.
    static func fill(_ path: String, by time: any TimeSource, start: @escaping @Sendable (String) async throws -> Void) async throws {
        let moment = time is SystemTime ? nil : time.now
        let task = made.withLock { made -> Task<Beginning, any Error> in
            if let task = made[moment] { return task }
            let task = Task { try await first(start) }
            made[moment] = task
            return task
        }
        let beginning: Beginning
        do { beginning = try await task.value } catch {
            // Another process may have taken its port: the next server tries anew.
            made.withLock { if $0[moment] == task { $0[moment] = nil } }
            throw error
        }
        try TestServerDatabase.copy(of: beginning.directory, for: path)
        for (name, content) in beginning.files {
            let file = path + "/" + name
            let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            guard FileManager.default.createFile(atPath: file, contents: content, attributes: [.posixPermissions: 0o600]) else {
                throw CocoaError(.fileWriteUnknown)
            }
        }
    }

    private static func first(_ start: (String) async throws -> Void) async throws -> Beginning {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        try await start(directory.path)
        var files: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: directory.path) where !name.hasSuffix(".lock") {
            let file = directory.path + "/" + name
            guard try FileManager.default.attributesOfItem(atPath: file)[.type] as? FileAttributeType == .typeRegular else { continue }
            // Copied as it is, a byte order mark too.
            files[name] = FileManager.default.contents(atPath: file)
        }
        return Beginning(files: files, directory: directory.path)
    }
}
