public import DeviceFoundation
public import Foundation
import Primitives

/// Keeps sealed images as files of a folder, which is theirs alone. It is made when it is missing, with permissions for its owner alone.
public struct PendingImageFolder: PendingImages {
    /// The end of the name of a file that is being written.
    private static let unfinished = ".new"
    private let path: String

    /// A folder at a path.
    public init(_ path: String) { self.path = path }

    /// Writes a file, which has its name once it is whole.
    /// - Throws: `StoreError` `.io`.
    public func write(_ sealed: [UInt8], _ id: UUID) async throws(StoreError) {
        try Self.attempt("write \(file(id))") {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try Data(sealed).write(to: URL(filePath: file(id) + Self.unfinished))
            try FileManager.default.moveItem(atPath: file(id) + Self.unfinished, toPath: file(id))
        }
    }

    /// Reads a file; nil when there is none.
    /// - Throws: `StoreError` `.io`.
    public func read(_ id: UUID) async throws(StoreError) -> [UInt8]? {
        guard FileManager.default.fileExists(atPath: file(id)) else { return nil }
        return try Self.attempt("read \(file(id))") { [UInt8](try Data(contentsOf: URL(filePath: file(id)))) }
    }

    /// Removes a file, and what an end of the process left of writing it.
    /// - Throws: `StoreError` `.io`.
    public func delete(_ id: UUID) async throws(StoreError) {
        for path in [file(id), file(id) + Self.unfinished] where FileManager.default.fileExists(atPath: path) {
            try Self.attempt("remove \(path)") { try FileManager.default.removeItem(atPath: path) }
        }
    }

    /// The ids of the files, those included whose writing was interrupted.
    /// - Throws: `StoreError` `.io`.
    public func ids() async throws(StoreError) -> [UUID] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        let names = try Self.attempt("list \(path)") { try FileManager.default.contentsOfDirectory(atPath: path) }
        return names.compactMap { name in
            UUID(text: name.hasSuffix(Self.unfinished) ? String(name.dropLast(Self.unfinished.utf8.count)) : name)
        }
    }

    private func file(_ id: UUID) -> String { "\(path)/\(id.text)" }

    private static func attempt<Result>(_ what: String, _ body: () throws -> Result) throws(StoreError) -> Result {
        do { return try body() } catch { throw StoreError(.io, "cannot \(what): \(error.localizedDescription)") }
    }
}
