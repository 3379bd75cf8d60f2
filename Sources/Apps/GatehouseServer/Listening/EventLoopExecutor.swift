internal import NIOCore

/// Runs the tasks of a connection on the connection's own event loop.
///
/// By default a task runs on Swift's shared pool, so that each piece of a request wakes a thread there and the answer wakes the
/// event loop again: four switches between threads for work of some microseconds. Nothing that takes longer may run here:
/// hashing and the database have threads of their own.
final class EventLoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
