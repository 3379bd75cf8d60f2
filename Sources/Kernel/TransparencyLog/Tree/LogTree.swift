import Primitives

/// A log's tree at one size: its root, and proofs that others check (RFC 6962 §2.1).
public struct LogTree<Reader: TreeHashReader> {
    /// The number of leaves.
    public let size: Int
    private let reader: Reader

    /// The tree of the first leaves that a source has.
    /// - Parameter size: the number of leaves, 0 or more.
    public init(size: Int, reader: Reader) {
        self.size = max(size, 0)
        self.reader = reader
    }

    /// The hash of all leaves.
    /// - Throws: ``TransparencyError/Code/missingTile`` when the source lacks a hash; likewise below.
    public func root() throws(TransparencyError) -> TreeHash {
        size == 0 ? .empty : try hash(of: 0..<size)
    }

    /// The proof that a leaf is in the tree (RFC 6962 §2.1.1).
    /// - Throws: ``TransparencyError/Code/malformedProof`` for a leaf that the tree doesn't have.
    public func inclusionProof(of index: Int) throws(TransparencyError) -> InclusionProof {
        guard (0..<size).contains(index) else {
            throw TransparencyError(.malformedProof, "there is no entry \(index) in a log of \(size)")
        }
        var path: [TreeHash] = []
        var range = 0..<size
        while range.count > 1 {
            let middle = range.lowerBound + Self.split(range.count)
            let (left, right) = (range.lowerBound..<middle, middle..<range.upperBound)
            let isLeft = index < middle
            path.append(try hash(of: isLeft ? right : left))
            range = isLeft ? left : right
        }
        return InclusionProof(index: index, size: size, path: path.reversed())
    }

    /// The proof that the tree begins with another one's leaves (RFC 6962 §2.1.2).
    /// - Parameter older: the other tree's number of leaves, at most as many as this one's. For 0 the proof is empty.
    /// - Throws: ``TransparencyError/Code/malformedProof`` for a larger tree.
    public func consistencyProof(from older: Int) throws(TransparencyError) -> ConsistencyProof {
        guard (0...size).contains(older) else {
            throw TransparencyError(.malformedProof, "a log of \(size) entries never had \(older)")
        }
        var path: [TreeHash] = []
        // Whether the part in hand is the whole older tree, whose root its verifier knows.
        var (range, isKnown) = (0..<size, true)
        while older > 0, older < range.upperBound {
            let middle = range.lowerBound + Self.split(range.count)
            if older <= middle {
                path.append(try hash(of: middle..<range.upperBound))
                range = range.lowerBound..<middle
            } else {
                path.append(try hash(of: range.lowerBound..<middle))
                range = middle..<range.upperBound
                isKnown = false
            }
        }
        if !isKnown { path.append(try hash(of: range)) }
        return ConsistencyProof(older: older, newer: size, path: path.reversed())
    }

    /// The greatest power of two below a number of leaves, 2 or more, where a node's two children part.
    private static func split(_ count: Int) -> Int { 1 << (Int.bitWidth - (count - 1).leadingZeroBitCount - 1) }

    /// The hash of leaves that begin at a multiple of the power of two that covers them.
    private func hash(of range: Range<Int>) throws(TransparencyError) -> TreeHash {
        let count = range.count
        guard count.nonzeroBitCount > 1 else {
            let level = count.trailingZeroBitCount
            return try reader.hash(level: level, index: range.lowerBound >> level)
        }
        let middle = range.lowerBound + Self.split(count)
        return .node(try hash(of: range.lowerBound..<middle), try hash(of: middle..<range.upperBound))
    }
}
