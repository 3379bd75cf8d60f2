import Primitives

/// A source of a growing tree's hashes: tables, tiles or memory.
public protocol TreeHashReader {
    /// The hash of a complete subtree.
    ///
    /// - Parameters:
    ///   - level: the subtree's height. It has 2 to the power of so many leaves; level 0 are the leaves themselves.
    ///   - index: the number of subtrees of this level on its left.
    /// - Throws: ``TransparencyError/Code/missingTile`` when the source doesn't have it.
    func hash(level: Int, index: Int) throws(TransparencyError) -> TreeHash
}

/// The place and the value of a complete subtree's hash, as a log stores it.
public struct StoredTreeHash: Sendable, Hashable {
    /// The subtree's height.
    public let level: Int
    /// The number of subtrees of this level on its left.
    public let index: Int
    /// The hash of its leaves.
    public let hash: TreeHash
}

extension TreeHashReader {
    /// The hashes that a new leaf adds to a tree, from the leaf upwards: of every subtree that it makes complete.
    ///
    /// - Parameters:
    ///   - leaf: the new leaf's hash.
    ///   - size: the number of leaves before it, all of whose complete subtrees this source has.
    /// - Throws: ``TransparencyError/Code/missingTile`` when the source lacks one.
    public func hashes(appending leaf: TreeHash, at size: Int) throws(TransparencyError) -> [StoredTreeHash] {
        var added = [StoredTreeHash(level: 0, index: size, hash: leaf)]
        var (level, index, hash) = (0, size, leaf)
        while index & 1 == 1 {
            hash = .node(try self.hash(level: level, index: index - 1), hash)
            level += 1
            index >>= 1
            added.append(StoredTreeHash(level: level, index: index, hash: hash))
        }
        return added
    }
}
