import Foundation
import GatehouseServer
import Primitives
import Store
import Testing
import TransparencyLog

@Suite("A witness's memory", .timeLimit(.minutes(2)))
struct WitnessBookTests {
    private static let origin = "log.example.com/alpha"
    private let time = ManualTime()
    private let log: NoteSigner

    init() throws {
        log = try NoteSigner(name: Self.origin, kind: .ed25519, seed: Secret(bytes: SeededRandom(seed: 7).bytes(32)))
    }

    private static func tree(_ name: String) -> MemoryTree {
        var tree = MemoryTree()
        for number in 0..<20 { tree.append(.leaf(Array("\(name) \(number)".utf8))) }
        return tree
    }

    private func body(from older: Int, to size: Int, of tree: MemoryTree = tree("entry")) throws -> [UInt8] {
        let whole = LogTree(size: size, reader: tree)
        let checkpoint = try Checkpoint(origin: Self.origin, size: size, root: try whole.root())
        var note = try checkpoint.note()
        note.signatures = [try log.sign(note.text, at: time.now)]
        return WitnessRequest(older: older, path: try whole.consistencyProof(from: older).path, checkpoint: note).encoded
    }

    private func open(_ path: String) async throws -> WitnessBook {
        try await WitnessBook.open(at: path, name: "w.example.org", logs: [log.key], time: time, random: SeededRandom(seed: 1))
    }

    /// The status of a refusal; nil for a cosignature.
    private func status(_ book: WitnessBook, _ body: [UInt8]) async throws -> Int? {
        do {
            _ = try await book.cosign(body)
            return nil
        } catch let refusal as Witness.Refusal { return refusal.status }
    }

    @Test("what was cosigned is remembered after the end of the program: forks and rewinds are refused then, too, by the same key")
    func remembered() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("witness.db").path
        let first = try await open(path)
        let key = first.key
        #expect(try await status(first, body(from: 0, to: 8)) == nil)
        await #expect(throws: DatabaseError(.inUse, "")) { try await open(path) }
        try await first.close()
        let second = try await open(path)
        #expect(second.key == key)
        #expect(try await status(second, body(from: 0, to: 8, of: Self.tree("other"))) == 409)
        #expect(try await status(second, body(from: 8, to: 8, of: Self.tree("other"))) == 409)
        #expect(try await status(second, body(from: 8, to: 16, of: Self.tree("other"))) == 422)
        #expect(try await status(second, body(from: 3, to: 7)) == 409)
        #expect(try await status(second, [1, 2, 3]) == 400)
        // A refused checkpoint isn't remembered.
        #expect(try await status(second, body(from: 8, to: 16)) == nil)
        try await second.close()
    }

    @Test("of two histories that come at once it cosigns one")
    func concurrent() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let book = try await open(folder.appendingPathComponent("witness.db").path)
        let bodies = try ["a", "b", "c", "d"].map { try body(from: 0, to: 8, of: Self.tree($0)) }
        let statuses = try await withThrowingTaskGroup(of: Int?.self) { group in
            for body in bodies { group.addTask { try await status(book, body) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.count { $0 == nil } == 1 && statuses.count { $0 == 409 } == 3)
        try await book.close()
    }

    @Test("a name that can't be a key's is refused")
    func names() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("witness.db").path
        await #expect(throws: ServerError(.badFile)) { try await WitnessBook.open(at: path, name: "a b", logs: [log.key]) }
    }
}
