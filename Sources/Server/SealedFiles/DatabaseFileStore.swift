package import Foundations
import Primitives
package import Store

/// Sealed files in tables of the database, which all servers that share it can read.
package struct DatabaseFileStore: SealedFileStore {
    /// The tables `sealed_files` and `sealed_file_parts`. A file of erased data has no row that names it any more, and is removed as a stray.
    package static let feature = Feature(
        history: [SchemaStep(66, "sealed files", tables)],
        tables: [
            .kept("sealed_files", filled: .byOwners, because: "names of noise; the rows with the keys are their owners'"),
            .kept("sealed_file_parts", filled: .byOwners, because: "noise; the rows with the keys are their owners'"),
        ])

    private static let tables: [SQL] = [
        """
        CREATE TABLE sealed_files (
            folder TEXT NOT NULL, name TEXT NOT NULL, is_finished BIGINT NOT NULL, PRIMARY KEY (folder, name))
        """,
        """
        CREATE TABLE sealed_file_parts (
            folder TEXT NOT NULL, name TEXT NOT NULL, part BIGINT NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (folder, name, part))
        """,
    ]

    /// The bytes of each part but the last.
    private static let partSize = 256 << 10

    private let database: any Database
    private let folder: String

    /// - Parameter folder: tells files of one purpose from those of another.
    package init(_ database: any Database, folder: String) {
        self.database = database
        self.folder = folder
    }

    package func begin(_ name: String) async throws -> any SealedFileWriter {
        try await database.write { [folder] transaction in
            _ = try transaction.execute("INSERT INTO sealed_files (folder, name, is_finished) VALUES (?1, ?2, 0)", folder, name)
        }
        return Writer(database, folder: folder, name: name)
    }

    package func read(_ name: String, from offset: Int, count: Int) async throws -> [UInt8] {
        guard count > 0 else { return [] }
        let (first, last) = (offset / Self.partSize, (offset + count - 1) / Self.partSize)
        let bytes = try await database.read { [folder] transaction -> [UInt8] in
            let file = try transaction.row("SELECT is_finished FROM sealed_files WHERE folder = ?1 AND name = ?2", folder, name)
            guard let file, try file.int("is_finished") == 1 else { throw MissingFile(description: "there is no sealed file \(name)") }
            return try transaction.rows(
                """
                SELECT bytes FROM sealed_file_parts WHERE folder = ?1 AND name = ?2 AND part >= ?3 AND part <= ?4 ORDER BY part
                """, folder, name, first, last
            ).flatMap { try $0.blob("bytes") }
        }
        return Array(bytes.dropFirst(offset - first * Self.partSize).prefix(count))
    }

    package func remove(_ names: [String]) async {
        for name in names {
            // One that stays is a stray, and is tried again.
            try? await database.write { [folder] transaction in
                _ = try transaction.execute("DELETE FROM sealed_file_parts WHERE folder = ?1 AND name = ?2", folder, name)
                _ = try transaction.execute("DELETE FROM sealed_files WHERE folder = ?1 AND name = ?2", folder, name)
            }
        }
    }

    package func names() async -> [String] {
        let found = try? await database.read { [folder] transaction in
            try transaction.rows("SELECT name FROM sealed_files WHERE folder = ?1 ORDER BY name", folder).map { try $0.text("name") }
        }
        return found ?? []
    }

    struct MissingFile: Error, CustomStringConvertible { let description: String }

    /// Writes one file, each part in a transaction of its own; it belongs to one request, whose calls come one after the other.
    private final class Writer: SealedFileWriter {
        private let database: any Database
        private let folder: String
        private let name: String
        private let waiting = Lock((part: 0, bytes: [UInt8]()))

        init(_ database: any Database, folder: String, name: String) {
            self.database = database
            self.folder = folder
            self.name = name
        }

        func append(_ bytes: [UInt8]) async throws {
            waiting.withLock { $0.bytes += bytes }
            while let full = take(DatabaseFileStore.partSize) { try await keep(full.part, full.bytes, isLast: false) }
        }

        func finish() async throws {
            let last = waiting.withLock { ($0.part, $0.bytes) }
            try await keep(last.0, last.1, isLast: true)
        }

        private func take(_ size: Int) -> (part: Int, bytes: [UInt8])? {
            waiting.withLock { state in
                guard state.bytes.count >= size else { return nil }
                let part = (part: state.part, bytes: Array(state.bytes.prefix(size)))
                state = (state.part + 1, Array(state.bytes.dropFirst(size)))
                return part
            }
        }

        private func keep(_ part: Int, _ bytes: [UInt8], isLast: Bool) async throws {
            try await database.write { [folder, name] transaction in
                // A file that was taken away meanwhile gets no more parts, which no name would lead to.
                let isThere =
                    try transaction.execute(
                        "UPDATE sealed_files SET is_finished = ?3 WHERE folder = ?1 AND name = ?2", folder, name, isLast) == 1
                guard isThere else { throw MissingFile(description: "the sealed file \(name) was removed while it was written") }
                _ = try transaction.execute(
                    "INSERT INTO sealed_file_parts (folder, name, part, bytes) VALUES (?1, ?2, ?3, ?4)", folder, name, part, bytes)
            }
        }
    }
}
