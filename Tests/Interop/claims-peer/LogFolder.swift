import Foundation
import Primitives
import TransparencyLog
import VerifiableClaims

/// A log as static files: its checkpoint, its tiles, its entries, and a proof of the last entry.
struct LogFolder {
    private let folder: URL
    private static let origin = "log.example.com/interop"

    init(_ path: String) { folder = URL(filePath: path) }

    func write(size: Int) throws -> JSONObject {
        var tree = MemoryTree()
        let entries = (0..<size).map { number in
            RegistryEntry.claim(
                dataHash: DisclosureHash.sha256.digest(of: "claim \(number)"), issuer: "issuer \(number % 7)",
                at: Date(timeIntervalSince1970: Double(1_767_225_600 + number))
            ).encoded
        }
        for entry in entries { tree.append(.leaf(entry)) }
        for address in TileAddress.all(for: size) {
            let first = address.number * TileAddress.fullWidth
            let isEntries = address.content == .entries
            try save(isEntries ? EntryBundle.encode(Array(entries[first..<(first + address.width)])) : tree.tile(at: address), address.path)
        }
        let signer = try NoteSigner(name: Self.origin, kind: .ed25519, seed: Secret(bytes: SystemRandom().bytes(32)))
        let view = LogTree(size: size, reader: tree)
        var note = try Checkpoint(origin: Self.origin, size: size, root: view.root()).note()
        note.signatures.append(try signer.sign(note.text, at: Date(timeIntervalSince1970: 1_767_225_600)))
        try save(note.encoded, "checkpoint")
        try save(LogProof(index: size - 1, path: view.inclusionProof(of: size - 1).path, checkpoint: note).encoded, "last.tlog-proof")
        return ["key": .string(signer.key.text)]
    }

    private func save(_ bytes: [UInt8], _ path: String) throws {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
    }
}
