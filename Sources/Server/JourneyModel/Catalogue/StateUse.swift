import Primitives

/// The keys of a journey's state that a kind of node reads and writes, by AM's names (`docs/protocols/journey-nodes.md` 3.2).
package struct StateUse: Sendable, Equatable {
    /// The keys that it reads.
    package let reads: [String]
    /// The keys that it writes.
    package let writes: [String]

    init(reads: [String] = [], writes: [String] = []) {
        self.reads = reads
        self.writes = writes
    }
}
