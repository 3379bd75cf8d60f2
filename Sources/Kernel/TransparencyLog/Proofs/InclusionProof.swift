import Primitives

/// The proof that a leaf is in a log's tree: the hashes beside the way from the leaf to the root (RFC 6962 §2.1.1).
public struct InclusionProof: Sendable, Equatable {
    /// The leaf's number, from 0.
    public var index: Int
    /// The tree's number of leaves.
    public var size: Int
    /// The hashes, the leaf's sibling first.
    public var path: [TreeHash]

    /// A proof of its parts, which are taken unchecked.
    public init(index: Int, size: Int, path: [TreeHash]) {
        self.index = index
        self.size = size
        self.path = path
    }

    /// Checks that a leaf is in the tree with this root (RFC 9162 §2.1.3.2, whose trees are those of RFC 6962).
    /// - Throws: ``TransparencyError/Code/wrongInclusion``.
    public func verify(leaf: TreeHash, root: TreeHash) throws(TransparencyError) {
        guard size > 0, (0..<size).contains(index) else { throw Self.wrong }
        var (place, last, hash) = (index, size - 1, leaf)
        for sibling in path {
            guard last > 0 else { throw Self.wrong }
            if place & 1 == 1 || place == last {
                hash = .node(sibling, hash)
                // Levels at which the node has no sibling are passed over.
                while place & 1 == 0, place != 0 {
                    place >>= 1
                    last >>= 1
                }
            } else {
                hash = .node(hash, sibling)
            }
            place >>= 1
            last >>= 1
        }
        guard last == 0, hash == root else { throw Self.wrong }
    }

    private static let wrong = TransparencyError(.wrongInclusion, "the path doesn't lead from the entry to the root")
}
