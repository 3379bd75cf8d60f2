import DeviceFoundation
import Foundation
import Primitives
import TransparencyLog
import WalletMessages

extension Wallet {
    /// The demands on checkpoints: of the log that the configuration names, or else of the one that the server named at registration.
    nonisolated func logPolicy() async throws(WalletError) -> CheckpointPolicy {
        if let log = configuration.log { return log }
        guard let members = try await registered().log, let log = try? LogDescription(json: .object(members)) else {
            throw WalletError(.storage, "the log's description isn't kept")
        }
        return log.policy
    }

    /// Follows the log to a checkpoint: one that the newest known one leads to, or that leads to the newest known one. A log that forks or
    /// rewinds is noticed here.
    ///
    /// - Parameter size: the number of entries that it must have: as many as were seen before the server was asked for the log's present
    ///   state, and 0 for a checkpoint that may be old.
    /// - Throws: ``WalletError/Code/log(_:)`` with `forked`, `rewound` or `wrongConsistency`.
    nonisolated func follow(_ note: SignedNote, atLeast size: Int = 0) async throws(WalletError) {
        let policy = try await logPolicy()
        let time = try await channel.checkingTime()
        let found = try translating(log: try policy.verify(note.encoded, at: time)).checkpoint
        try await logGate.run { () async throws(WalletError) in
            guard let latest = try await latestCheckpoint() else { return try await keep(found) }
            if found.size < latest.size, found.size >= size { return try await confirm(found, before: latest) }
            var follower = LogFollower(latest: latest)
            let proof = found.size > latest.size ? try await consistency(from: latest.size, to: found.size) : nil
            try translating(log: try follower.advance(to: found, proof: proof))
            if found.size > latest.size { try await keep(found) }
        }
    }

    /// The number of entries of the newest checkpoint that this wallet has seen.
    nonisolated func seenSize() async throws(WalletError) -> Int { try await latestCheckpoint()?.size ?? 0 }

    /// The newest state of the log that this wallet has seen; nil before the first.
    nonisolated func latestCheckpoint() async throws(WalletError) -> Checkpoint? {
        guard let text = try await book.record(.log)?["checkpoint"]?.string else { return nil }
        return try translating(log: try Checkpoint(noteText: text))
    }

    /// Checks that an older checkpoint is a beginning of the newest one.
    private nonisolated func confirm(_ older: Checkpoint, before latest: Checkpoint) async throws(WalletError) {
        var follower = LogFollower(latest: older)
        let proof =
            older.size == 0
            ? ConsistencyProof(older: 0, newer: latest.size, path: [])
            : try await consistency(
                from: older.size, to: latest.size)
        try translating(log: try follower.advance(to: latest, proof: proof))
    }

    private nonisolated func keep(_ checkpoint: Checkpoint) async throws(WalletError) {
        try await book.update(.log) { record in
            var members = record ?? [:]
            members["checkpoint"] = .string(checkpoint.noteText)
            record = members
        }
    }

    /// The proof that the log has only grown, computed of its tiles.
    private nonisolated func consistency(from older: Int, to newer: Int) async throws(WalletError) -> ConsistencyProof {
        guard older > 0 else { return ConsistencyProof(older: 0, newer: newer, path: []) }
        var tiles = TileHashes()
        for address in try translating(log: try NeededTiles(forConsistencyFrom: older, to: newer)).addresses {
            let response = try await channel.open(.get, channel.service.tile(address.path))
            try translating(log: try tiles.add(response.body, at: address))
        }
        return try translating(log: try LogTree(size: newer, reader: tiles).consistencyProof(from: older))
    }
}
