import Primitives

/// The newest state of a log that a client or a witness has seen, which every later one must continue.
public struct LogFollower: Sendable, Equatable {
    /// The newest checkpoint; nil before the first.
    public private(set) var latest: Checkpoint?

    /// A follower that has seen a checkpoint before, or none.
    public init(latest: Checkpoint? = nil) { self.latest = latest }

    /// Takes a newer checkpoint, whose signatures were verified before.
    ///
    /// - Parameter proof: from ``latest`` to the new one; nil where both have the same size, and for the first.
    /// - Throws: ``TransparencyError/Code/wrongOrigin`` for another log's; ``TransparencyError/Code/rewound`` for a smaller one;
    ///   ``TransparencyError/Code/forked`` for another root of the same size; ``TransparencyError/Code/wrongConsistency`` when the proof is
    ///   missing, of other sizes or wrong. ``latest`` stays as it was.
    public mutating func advance(to checkpoint: Checkpoint, proof: ConsistencyProof?) throws(TransparencyError) {
        guard let latest else {
            self.latest = checkpoint
            return
        }
        guard checkpoint.origin == latest.origin else { throw TransparencyError(.wrongOrigin, "the checkpoint is of another log") }
        guard checkpoint.size >= latest.size else {
            throw TransparencyError(.rewound, "a log of \(latest.size) entries now has \(checkpoint.size)")
        }
        if checkpoint.size == latest.size {
            guard checkpoint.root == latest.root else {
                throw TransparencyError(.forked, "a log has two roots of \(latest.size) entries")
            }
        } else {
            guard let proof, proof.older == latest.size, proof.newer == checkpoint.size else {
                throw TransparencyError(.wrongConsistency, "no proof from \(latest.size) to \(checkpoint.size) entries")
            }
            try proof.verify(olderRoot: latest.root, newerRoot: checkpoint.root)
        }
        self.latest = checkpoint
    }
}
