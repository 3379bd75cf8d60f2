internal import DequeModule
internal import Dispatch
internal import Synchronization

/// The result of handing in a job.
package enum JobSubmission { case accepted, full, closed }

/// Jobs in the order in which they came, and a bed for the threads that wait for them.
package final class JobQueue<Job: Sendable>: Sendable {
    private struct State: Sendable {
        var jobs = Deque<Job>()
        var submitted = 0
        var sleeping = 0
        var closed = false
    }

    private let state = Mutex(State())
    private let bell = DispatchSemaphore(value: 0)
    private let capacity: Int

    /// A queue in which at most `capacity` jobs wait.
    package init(capacity: Int = .max) { self.capacity = capacity }

    /// Adds a job, unless the queue is closed or full, and wakes a thread.
    package func submit(_ job: Job) -> JobSubmission {
        let (submission, wakes) = state.withLock { state -> (JobSubmission, Bool) in
            guard !state.closed else { return (.closed, false) }
            guard state.jobs.count < capacity else { return (.full, false) }
            state.jobs.append(job)
            state.submitted += 1
            guard state.sleeping > 0 else { return (.accepted, false) }
            state.sleeping -= 1
            return (.accepted, true)
        }
        if wakes { bell.signal() }
        return submission
    }

    /// Sleeps until there is a job and returns how many have ever been submitted; nil when the queue is closed and empty.
    package func waitForJobs() -> Int? {
        while true {
            let (submitted, sleeps) = state.withLock { state -> (Int?, Bool) in
                if !state.jobs.isEmpty { return (state.submitted, false) }
                if state.closed { return (nil, false) }
                state.sleeping += 1
                return (nil, true)
            }
            guard sleeps else { return submitted }
            bell.wait()
        }
    }

    /// The number of jobs that wait.
    package var count: Int { state.withLock { $0.jobs.count } }

    /// Whether no job waits.
    package var isEmpty: Bool { state.withLock { $0.jobs.isEmpty } }

    /// Takes the oldest job, if it is among the first `limit` ever submitted.
    package func next(among limit: Int = .max) -> Job? {
        state.withLock { state in
            guard state.submitted - state.jobs.count < limit else { return nil }
            return state.jobs.popFirst()
        }
    }

    /// Refuses further jobs. The threads end when those that are waiting are done.
    package func close() {
        let sleeping = state.withLock { state in
            state.closed = true
            defer { state.sleeping = 0 }
            return state.sleeping
        }
        for _ in 0..<sleeping { bell.signal() }
    }
}
