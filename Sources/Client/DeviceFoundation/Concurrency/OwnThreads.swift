import Dispatch
import Primitives

/// Threads beside the few of Swift's concurrency pool.
///
/// A documented call that answers at once blocks its caller's thread, which may be one of the pool's. Work that such a caller waits for
/// runs here: on the pool, it would never begin once callers as many as the pool has threads wait for it. What such work and other tasks take
/// turns at runs here as well, in all of them: a task on the pool that has the turn couldn't end it.
@available(iOS 18.0, macOS 15.0, *)
package final class OwnThreads: TaskExecutor {
    package static let executor = OwnThreads()

    private let queue = DispatchQueue(label: "gatehouse.own-threads", attributes: .concurrent)

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

extension Task where Failure == any Error {
    /// Begins work whose result other callers wait for as well, on ``OwnThreads``, since a caller may block a thread of the pool meanwhile.
    ///
    /// Before iOS 18 and macOS 15 tasks can't be given threads: there such callers must not be as many as the pool has threads.
    package static func shared(_ work: @escaping @Sendable () async throws -> Success) -> Self {
        if #available(iOS 18.0, macOS 15.0, *) {
            Self(executorPreference: OwnThreads.executor, operation: work)
        } else {
            Self(operation: work)
        }
    }
}

extension Task where Failure == Never {
    /// Begins work that doesn't fail, as its namesake does.
    @discardableResult
    package static func shared(_ work: @escaping @Sendable () async -> Success) -> Self {
        if #available(iOS 18.0, macOS 15.0, *) {
            Self(executorPreference: OwnThreads.executor, operation: work)
        } else {
            Self(operation: work)
        }
    }
}
