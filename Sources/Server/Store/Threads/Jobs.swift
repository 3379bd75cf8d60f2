internal import Synchronization

/// Whether the task that waits for a job has been cancelled.
final class CancellationFlag: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }
    func set() { flag.store(true, ordering: .relaxed) }
}

/// A body that waits to read. It answers its caller itself.
struct ReadJob: Sendable {
    let isCancelled: CancellationFlag
    /// Runs the body and answers the caller.
    let run: @Sendable (any ReadTransaction) -> Void
    /// Answers the caller with an error instead.
    let fail: @Sendable (any Error) -> Void
}

/// A body that waits to write. Its caller is answered when the commit that it shares with others is on disk.
struct WriteJob: Sendable {
    /// Answers the caller, with the error of the commit if it failed.
    typealias Answer = @Sendable ((any Error)?) -> Void

    let isCancelled: CancellationFlag
    /// Runs the body; what it gives is to be called after the commit.
    let run: @Sendable (any WriteTransaction) throws -> Answer
    /// Answers the caller with an error instead.
    let fail: @Sendable (any Error) -> Void

    /// An answer with an error of the body's own, unless the commit failed too.
    func answer(_ error: any Error) -> Answer {
        { [fail] commitError in fail(commitError ?? error) }
    }
}
