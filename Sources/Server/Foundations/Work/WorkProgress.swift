import Synchronization

/// The progress of work that takes long, told by the work itself while it goes on.
package final class WorkProgress: Sendable {
    /// The progress of this task's work; nil where none is asked for.
    @TaskLocal package static var current: WorkProgress?

    private let count = Atomic<Int64>(0)

    package init() {}

    /// The number of things that are done.
    package var done: Int64 { count.load(ordering: .relaxed) }

    /// Tells how many more are done, at a place where the work may end.
    /// - Throws: `CancellationError` when it was asked to stop.
    package static func step(by more: Int = 1) throws {
        current?.count.wrappingAdd(Int64(more), ordering: .relaxed)
        try Task.checkCancellation()
    }
}
