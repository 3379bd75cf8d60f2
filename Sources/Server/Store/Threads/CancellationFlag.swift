internal import Synchronization

/// Whether the task that waits for a job has been cancelled.
package final class CancellationFlag: Sendable {
    private let flag = Atomic(false)

    package init() {}

    /// Whether the waiting task was cancelled.
    package var isSet: Bool { flag.load(ordering: .relaxed) }
    /// Marks the waiting task as cancelled, for good.
    package func set() { flag.store(true, ordering: .relaxed) }
}
