import Foundation
import PostgresTesting
import Primitives
import SealedFiles
import Services
import Store
import StorePostgres
import Testing

/// The places of sealed files: what holds of one holds of all.
@Suite("Sealed files", .timeLimit(.minutes(5)))
struct SealedFileTests {
    enum Place: CaseIterable, Sendable {
        case memory, folder, embedded, postgres, moved

        static let all = allCases.filter { $0 != .postgres || TestCluster.current != nil }
    }

    @Test("a file comes back as it was written, in any parts, once it is finished, and goes", arguments: Place.all)
    func life(_ place: Place) async throws {
        try await with(place) { files in
            let content = (0..<(600 << 10)).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
            let writer = try await files.begin("1-a")
            var rest = content[...]
            for size in [0, 1, 100_000, 262_144, 7, 162_143, 1 << 20] {
                try await writer.append(Array(rest.prefix(size)))
                rest = rest.dropFirst(size)
            }
            #expect(rest.isEmpty)
            #expect(await files.names() == ["1-a"], "one that isn't finished has a name, too")
            await #expect(throws: (any Error).self) { try await files.read("1-a", from: 0, count: 1) }
            try await writer.finish()
            #expect(try await files.read("1-a", from: 0, count: content.count) == content)
            for (offset, count) in [(0, 1), (262_143, 2), (262_144, 262_144), (content.count - 5, 100), (content.count, 10), (3, 0)] {
                #expect(try await files.read("1-a", from: offset, count: count) == Array(content.dropFirst(offset).prefix(count)))
            }
            let empty = try await files.begin("2-b")
            try await empty.finish()
            #expect(try await files.read("2-b", from: 0, count: 9).isEmpty)
            #expect(await files.names().sorted() == ["1-a", "2-b"])
            await files.remove(["1-a", "never there"])
            await #expect(throws: (any Error).self) { try await files.read("1-a", from: 0, count: 1) }
            #expect(await files.names() == ["2-b"])
        }
    }

    @Test("a file that is removed while it is written leaves nothing behind in the database")
    func removed() async throws {
        let database = try await SQLiteDatabase.temporary(migrations: Schema.migrations)
        let files = DatabaseFileStore(database, folder: "a")
        let writer = try await files.begin("1-a")
        try await writer.append([UInt8](repeating: 7, count: 300 << 10))
        await files.remove(["1-a"])
        await #expect(throws: (any Error).self) { try await writer.finish() }
        await #expect(throws: (any Error).self) { try await DatabaseFileStore(database, folder: "b").read("1-a", from: 0, count: 1) }
        #expect(try await database.read { try $0.rows("SELECT part FROM sealed_file_parts WHERE folder = 'a'") }.isEmpty)
        try await database.close()
    }

    @Test("files of the former place are read and removed, and new ones aren't kept there")
    func moved() async throws {
        let (old, new) = (MemoryFileStore(), MemoryFileStore())
        let before = old.begin("1-old")
        try await before.append([1, 2, 3])
        try await before.finish()
        let files = FormerPlaceFileStore(new, before: old)
        let writer = try await files.begin("2-new")
        try await writer.append([4])
        try await writer.finish()
        #expect(old.names() == ["1-old"] && new.names() == ["2-new"])
        #expect(try await files.read("1-old", from: 1, count: 2) == [2, 3])
        #expect(await files.names().sorted() == ["1-old", "2-new"])
        await files.remove(["1-old", "2-new"])
        #expect(await files.names().isEmpty)
    }

    private func with(_ place: Place, _ body: (any SealedFileStore) async throws -> Void) async throws {
        switch place {
        case .memory: try await body(MemoryFileStore())
        case .moved: try await body(FormerPlaceFileStore(MemoryFileStore(), before: MemoryFileStore()))
        case .folder:
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sealed-\(UUID().text)").path
            defer { try? FileManager.default.removeItem(atPath: folder) }
            try await body(FolderFileStore(folder: folder))
        case .embedded:
            let database = try await SQLiteDatabase.temporary(migrations: Schema.migrations)
            try await body(DatabaseFileStore(database, folder: "verifications"))
            try await database.close()
        case .postgres:
            let database = try await #require(TestCluster.current).database(migrations: Schema.migrations)
            try await body(DatabaseFileStore(database, folder: "verifications"))
            try await database.close()
        }
    }
}
