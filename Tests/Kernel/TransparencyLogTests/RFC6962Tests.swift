import Primitives
import Testing
import TransparencyLog

@Suite("Trees of RFC 6962")
struct RFC6962Tests {
    private let vectors: TreeVectors

    init() throws { vectors = try TreeVectors() }

    private func tree(_ size: Int) -> LogTree<MemoryTree> {
        var tree = MemoryTree()
        for entry in vectors.entries.prefix(size) { tree.append(.leaf(entry)) }
        return LogTree(size: size, reader: tree)
    }

    @Test("roots of the published entries", arguments: 0...8)
    func roots(size: Int) throws { #expect(try tree(size).root() == vectors.roots[size]) }

    @Test("the published proofs, made byte for byte and accepted")
    func publishedProofs() throws {
        #expect(try tree(8).inclusionProof(of: 5) == vectors.inclusion)
        #expect(try tree(8).consistencyProof(from: 6) == vectors.consistency)
        try vectors.inclusion.verify(leaf: .leaf(vectors.entries[5]), root: vectors.roots[8])
        try vectors.consistency.verify(olderRoot: vectors.roots[6], newerRoot: vectors.roots[8])
    }

    @Test("every entry of every tree up to 70 is proven, and by no other entry's proof")
    func allInclusions() throws {
        let reader = numberedTree(70)
        for size in 1...70 {
            let tree = LogTree(size: size, reader: reader)
            let root = try tree.root()
            for index in 0..<size {
                var proof = try tree.inclusionProof(of: index)
                try proof.verify(leaf: .leaf(numberedEntry(index)), root: root)
                #expect(throws: TransparencyError(.wrongInclusion, "")) {
                    try proof.verify(leaf: .leaf(numberedEntry(index + 1)), root: root)
                }
                proof.index = (index + 1) % size
                guard size > 1 else { continue }
                #expect(throws: TransparencyError(.wrongInclusion, "")) {
                    try proof.verify(leaf: .leaf(numberedEntry(index)), root: root)
                }
            }
        }
    }

    @Test("every pair of trees up to 40 is consistent, and with no other root")
    func allConsistencies() throws {
        let reader = numberedTree(40)
        let roots = try (0...40).map { try LogTree(size: $0, reader: reader).root() }
        for newer in 0...40 {
            for older in 0...newer {
                let proof = try LogTree(size: newer, reader: reader).consistencyProof(from: older)
                try proof.verify(olderRoot: roots[older], newerRoot: roots[newer])
                for (left, right) in [(roots[older].tampered, roots[newer]), (roots[older], roots[newer].tampered)] {
                    // From nothing, everything follows.
                    guard older > 0 || left != roots[0] else { continue }
                    #expect(throws: TransparencyError(.wrongConsistency, "")) {
                        try proof.verify(olderRoot: left, newerRoot: right)
                    }
                }
            }
        }
    }

    @Test("a path with a hash changed, left out or added is refused", arguments: [0, 1, 5, 7, 12, 13])
    func paths(index: Int) throws {
        let reader = numberedTree(14)
        let tree = LogTree(size: 14, reader: reader)
        let (root, leaf) = (try tree.root(), TreeHash.leaf(numberedEntry(index)))
        let good = try tree.inclusionProof(of: index)
        for proof in variants(of: good.path).map({ InclusionProof(index: index, size: 14, path: $0) }) {
            #expect(throws: TransparencyError(.wrongInclusion, "")) { try proof.verify(leaf: leaf, root: root) }
        }
        guard index > 0 else { return }
        let (old, consistent) = (try LogTree(size: index, reader: reader).root(), try tree.consistencyProof(from: index))
        for proof in variants(of: consistent.path).map({ ConsistencyProof(older: index, newer: 14, path: $0) }) {
            #expect(throws: TransparencyError(.wrongConsistency, "")) { try proof.verify(olderRoot: old, newerRoot: root) }
        }
    }

    private func variants(of path: [TreeHash]) -> [[TreeHash]] {
        path.indices.flatMap { place in
            var (changed, less) = (path, path)
            changed[place] = changed[place].tampered
            less.remove(at: place)
            return [changed, less]
        } + [path + [.empty], [.empty] + path]
    }

    @Test("a proof of an entry or a tree that isn't there is not made")
    func beyond() throws {
        let tree = LogTree(size: 3, reader: numberedTree(3))
        #expect(throws: TransparencyError(.malformedProof, "")) { _ = try tree.inclusionProof(of: 3) }
        #expect(throws: TransparencyError(.malformedProof, "")) { _ = try tree.inclusionProof(of: -1) }
        #expect(throws: TransparencyError(.malformedProof, "")) { _ = try tree.consistencyProof(from: 4) }
    }
}
