import Primitives

/// A growing tree whose hashes are kept in memory, 64 bytes for each leaf: for small logs and for tests.
public struct MemoryTree: TreeHashReader, Sendable {
    private var levels: [[TreeHash]] = []

    /// A tree without leaves.
    public init() {}

    /// The number of leaves.
    public var size: Int { levels.first?.count ?? 0 }

    /// Appends a leaf, and returns what a log stores of it.
    @discardableResult
    public mutating func append(_ leaf: TreeHash) -> [StoredTreeHash] {
        // The tree has every complete subtree of its leaves, so that none is missing.
        let added = (try? hashes(appending: leaf, at: size)) ?? []
        for stored in added {
            if stored.level == levels.count { levels.append([]) }
            levels[stored.level].append(stored.hash)
        }
        return added
    }

    public func hash(level: Int, index: Int) throws(TransparencyError) -> TreeHash {
        guard levels.indices.contains(level), levels[level].indices.contains(index) else {
            throw TransparencyError(.missingTile, "the tree has no subtree \(index) of level \(level)")
        }
        return levels[level][index]
    }
}
