import Primitives
import TransparencyLog

/// The root of a tree whose leaves are read one after the other: of the whole tree, only the complete subtrees at its right edge are kept.
struct GrowingRoot: Sendable, Equatable {
    /// The number of leaves.
    private(set) var size = 0
    /// The complete subtrees by their height; nil where the size has no such bit.
    private var peaks: [TreeHash?] = []

    init() {}

    mutating func append(_ leaf: TreeHash) {
        var (hash, level) = (leaf, 0)
        while level < peaks.count, let left = peaks[level] {
            hash = .node(left, hash)
            peaks[level] = nil
            level += 1
        }
        if level == peaks.count { peaks.append(nil) }
        peaks[level] = hash
        size += 1
    }

    /// The hash of all leaves.
    var root: TreeHash {
        let present = peaks.compactMap(\.self)
        guard let lowest = present.first else { return .empty }
        return present.dropFirst().reduce(lowest) { .node($1, $0) }
    }

    var json: JSONObject {
        ["size": .integer(Int64(size)), "peaks": .array(peaks.map { .string($0.map { Base64URL.encode($0.bytes) } ?? "") })]
    }

    init?(_ members: JSONObject) {
        guard let size = members["size"]?.integer.flatMap({ Int(exactly: $0) }), let peaks = members["peaks"]?.strings else { return nil }
        self.size = size
        self.peaks = peaks.map { text in Base64URL.decode(text).flatMap { TreeHash($0) } }
    }
}
