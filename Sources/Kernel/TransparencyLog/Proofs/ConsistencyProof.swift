import Primitives

/// The proof that a log's newer tree is an older one with leaves appended (RFC 6962 §2.1.2).
public struct ConsistencyProof: Sendable, Equatable {
    /// The older tree's number of leaves.
    public var older: Int
    /// The newer tree's number of leaves.
    public var newer: Int
    /// The hashes, in RFC 6962's order.
    public var path: [TreeHash]

    /// A proof of its parts, which are taken unchecked.
    public init(older: Int, newer: Int, path: [TreeHash]) {
        self.older = older
        self.newer = newer
        self.path = path
    }

    /// Checks the proof between two roots (RFC 9162 §2.1.4.2, whose trees are those of RFC 6962). A tree without leaves is the beginning
    /// of every other one, and its proof is empty.
    /// - Throws: ``TransparencyError/Code/wrongConsistency``.
    public func verify(olderRoot: TreeHash, newerRoot: TreeHash) throws(TransparencyError) {
        guard older > 0, older < newer else { return try verifyTrivial(olderRoot, newerRoot) }
        var path = path[...]
        // A complete older tree is a node of the newer one, and its root the first hash.
        guard let first = older.nonzeroBitCount == 1 ? olderRoot : path.popFirst() else { throw Self.wrong }
        var (place, last) = (older - 1, newer - 1)
        while place & 1 == 1 {
            place >>= 1
            last >>= 1
        }
        var (old, new) = (first, first)
        for hash in path {
            guard last > 0 else { throw Self.wrong }
            if place & 1 == 1 || place == last {
                old = .node(hash, old)
                new = .node(hash, new)
                while place & 1 == 0, place != 0 {
                    place >>= 1
                    last >>= 1
                }
            } else {
                new = .node(new, hash)
            }
            place >>= 1
            last >>= 1
        }
        guard last == 0, old == olderRoot, new == newerRoot else { throw Self.wrong }
    }

    private func verifyTrivial(_ olderRoot: TreeHash, _ newerRoot: TreeHash) throws(TransparencyError) {
        let isGood = older == newer ? olderRoot == newerRoot : older == 0 && olderRoot == .empty
        guard isGood, path.isEmpty, newer >= older else { throw Self.wrong }
    }

    private static let wrong = TransparencyError(.wrongConsistency, "the path doesn't lead from the older root to the newer one")
}
