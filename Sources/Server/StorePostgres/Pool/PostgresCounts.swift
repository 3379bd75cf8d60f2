internal import Synchronization

/// The number of times that something went otherwise than planned, since the database was opened.
package final class PostgresCounts: Sendable {
    private let conflicting = Atomic(0)
    private let connecting = Atomic(0)
    private let doubtful = Atomic(0)

    /// Bodies that were run again after a conflict with another writer.
    package var conflicts: Int { conflicting.load(ordering: .relaxed) }
    /// Connections that were established.
    package var connections: Int { connecting.load(ordering: .relaxed) }
    /// Commits whose outcome had to be asked for.
    package var doubts: Int { doubtful.load(ordering: .relaxed) }

    func countConflict() { conflicting.add(1, ordering: .relaxed) }
    func countConnection() { connecting.add(1, ordering: .relaxed) }
    func countDoubt() { doubtful.add(1, ordering: .relaxed) }
}
