import Foundation
import Primitives
import TransparencyLog
import VerifiableClaims

/// The check of a whole log from its static files alone (c2sp.org/tlog-tiles): every entry, and every tile.
struct LogFilesCheck: Sendable {
    /// The demands on the checkpoint.
    let policy: CheckpointPolicy
    /// Gives a file below the log's URL, such as `checkpoint` or `tile/0/000`.
    let fetch: @Sendable (_ path: String) async throws -> [UInt8]

    /// The findings about a log that has passed.
    struct Report: Sendable {
        /// The checkpoint as it was fetched.
        let note: [UInt8]
        let checkpoint: VerifiedCheckpoint
        /// The number of claims that were registered.
        var claims = 0
        /// The number of entries that say when a claim expires.
        var expiries = 0
        /// The number of keys.
        var keys = 0
    }

    /// Fetches all of a log and checks it.
    ///
    /// - Parameters:
    ///   - seen: a checkpoint that was verified before, which the log must continue; nil for none.
    ///   - visit: receives each entry in the log's order. They are the log's only once this returns.
    /// - Throws: `TransparencyError`, `ClaimError` for an entry of another form, ``CommandFailure`` for tiles that aren't the entries'.
    func run(
        since seen: Checkpoint? = nil, at now: Date, _ visit: (RegistryEntry) -> Void = { _ in }
    ) async throws -> Report {
        let note = try await fetch("checkpoint")
        let verified = try policy.verify(note, at: now)
        let size = verified.checkpoint.size
        var (tree, tiles, report) = (MemoryTree(), TileHashes(), Report(note: note, checkpoint: verified))
        for address in TileAddress.all(for: size) {
            let bytes = try await fetch(address.path)
            guard address.content == .entries else {
                try tiles.add(bytes, at: address)
                continue
            }
            for entry in try EntryBundle.decode(bytes, width: address.width) {
                tree.append(.leaf(entry))
                let read = try RegistryEntry(entry)
                visit(read)
                switch read {
                case .claim: report.claims += 1
                case .expiry: report.expiries += 1
                case .key: report.keys += 1
                }
            }
        }
        guard tree.size == size, try LogTree(size: size, reader: tree).root() == verified.checkpoint.root else {
            throw CommandFailure("the entries of the log aren't those of its checkpoint")
        }
        for address in TileAddress.all(for: size) where address.content != .entries {
            guard try tiles.tile(at: address) == tree.tile(at: address) else {
                throw CommandFailure("\(address.path) isn't made of the log's entries")
            }
        }
        try check(tree, continues: seen, to: verified.checkpoint)
        return report
    }

    private func check(_ tree: MemoryTree, continues seen: Checkpoint?, to checkpoint: Checkpoint) throws {
        guard let seen else { return }
        var follower = LogFollower(latest: seen)
        let proof = seen.size < checkpoint.size ? try LogTree(size: checkpoint.size, reader: tree).consistencyProof(from: seen.size) : nil
        try follower.advance(to: checkpoint, proof: proof)
    }
}
