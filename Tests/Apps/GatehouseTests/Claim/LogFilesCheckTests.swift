import Foundation
import Primitives
import Testing
import TransparencyLog
import VerifiableClaims

@testable import gatehouse

@Suite("A log checked from its files alone")
struct LogFilesCheckTests {
    private let now = Date(timeIntervalSince1970: 1_767_225_600)
    private let log: NoteSigner

    init() throws {
        log = try NoteSigner(name: "id.example.com/wallets/alpha", kind: .ed25519, seed: Secret(bytes: SeededRandom(seed: 7).bytes(32)))
    }

    /// The files of a log with so many entries of an issuer.
    private func files(_ count: Int, of issuer: String = "issuer") throws -> [String: [UInt8]] {
        var (tree, entries, files) = (MemoryTree(), [[UInt8]](), [String: [UInt8]]())
        for number in 0..<count {
            let hash = Base64URL.encode([UInt8](repeating: UInt8(number % 256), count: 32))
            let entry: RegistryEntry =
                number % 3 == 0
                ? .key(thumbprint: hash, issuer: issuer, notBefore: now, at: now) : .claim(dataHash: hash, issuer: issuer, at: now)
            entries.append(entry.encoded)
            tree.append(.leaf(entry.encoded))
        }
        for address in TileAddress.all(for: count) {
            let first = address.number * TileAddress.fullWidth
            files[address.path] =
                address.content == .entries
                ? try EntryBundle.encode(Array(entries[first..<(first + address.width)])) : try tree.tile(at: address)
        }
        let checkpoint = try Checkpoint(origin: log.key.name, size: count, root: try LogTree(size: count, reader: tree).root())
        var note = try checkpoint.note()
        note.signatures = [try log.sign(note.text, at: now)]
        files["checkpoint"] = note.encoded
        return files
    }

    private func audit(_ files: [String: [UInt8]]) -> LogFilesCheck {
        LogFilesCheck(policy: CheckpointPolicy(origin: log.key.name, logKeys: [log.key])) { path in
            guard let file = files[path] else { throw CommandFailure("\(path) is missing") }
            return file
        }
    }

    @Test("a log passes, and its entries are counted", arguments: [0, 1, 255, 256, 600])
    func passes(count: Int) async throws {
        let report = try await audit(try files(count)).run(at: now)
        #expect(report.keys == (count + 2) / 3 && report.claims == count - report.keys && report.expiries == 0)
        #expect(report.checkpoint.checkpoint.size == count)
    }

    @Test("a changed byte in any file is noticed")
    func changed() async throws {
        let good = try files(600)
        for (path, bytes) in good {
            var files = good
            files[path]?[bytes.count / 2] ^= 1
            await #expect(throws: (any Error).self, "\(path)") { try await audit(files).run(at: now) }
        }
    }

    @Test("a missing file is noticed")
    func missing() async throws {
        let good = try files(300)
        for path in good.keys {
            var files = good
            files[path] = nil
            await #expect(throws: CommandFailure.self, "\(path)") { try await audit(files).run(at: now) }
        }
    }

    @Test("a log that forked or went back since it was seen last is noticed, and one that grew isn't")
    func since() async throws {
        let seen = try await audit(try files(300)).run(at: now).checkpoint.checkpoint
        _ = try await audit(try files(600)).run(since: seen, at: now)
        _ = try await audit(try files(300)).run(since: seen, at: now)
        await #expect(throws: TransparencyError(.rewound, "")) { try await audit(try files(299)).run(since: seen, at: now) }
        await #expect(throws: TransparencyError(.forked, "")) { try await audit(try files(300, of: "other")).run(since: seen, at: now) }
        await #expect(throws: TransparencyError(.wrongConsistency, "")) {
            try await audit(try files(600, of: "other")).run(since: seen, at: now)
        }
    }
}
