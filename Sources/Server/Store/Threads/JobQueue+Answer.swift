import Primitives

/// The caller that waits for a job's answer.
package struct Caller<Answer: Sendable>: Sendable {
    private let continuation: CheckedContinuation<Answer, any Error>
    private let cancelled: CancellationFlag

    fileprivate init(_ continuation: CheckedContinuation<Answer, any Error>, _ cancelled: CancellationFlag) {
        self.continuation = continuation
        self.cancelled = cancelled
    }

    /// Whether the caller's task has been cancelled.
    package var isCancelled: Bool { cancelled.isSet }

    /// Answers; to be called exactly once.
    package func answer(_ result: Result<Answer, any Error>) { continuation.resume(with: result) }
}

/// Waits until the caller that `body` gets is answered.
///
/// - Throws: the answer's error.
package func withCaller<Answer: Sendable>(_ body: (Caller<Answer>) -> Void) async throws -> Answer {
    let cancelled = CancellationFlag()
    return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { body(Caller($0, cancelled)) }
    } onCancel: {
        cancelled.set()
    }
}

extension JobQueue {
    /// Submits the job that `job` makes for the calling task, and waits until it's answered.
    ///
    /// - Throws: the answer's error, or `refusal` when the queue is full or closed.
    package func answer<Answer: Sendable>(
        refusal: (JobSubmission) -> any Error, _ job: (Caller<Answer>) -> Job
    ) async throws -> Answer {
        try await withCaller { caller in
            let submission = submit(job(caller))
            if submission != .accepted { caller.answer(.failure(refusal(submission))) }
        }
    }
}
