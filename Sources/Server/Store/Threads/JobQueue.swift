internal import DequeModule
internal import Dispatch
internal import Synchronization

/// Jobs in the order in which they came, and a bed for the threads that wait for them.
final class JobQueue<Job: Sendable>: Sendable {
    private struct State: Sendable {
        var jobs = Deque<Job>()
        var submitted = 0
        var sleeping = 0
        var closed = false
    }

    private let state = Mutex(State())
    private let bell = DispatchSemaphore(value: 0)

    /// Adds a job and wakes a thread; false when the queue is closed.
    func submit(_ job: Job) -> Bool {
        let (accepted, wakes) = state.withLock { state in
            guard !state.closed else { return (false, false) }
            state.jobs.append(job)
            state.submitted += 1
            guard state.sleeping > 0 else { return (true, false) }
            state.sleeping -= 1
            return (true, true)
        }
        if wakes { bell.signal() }
        return accepted
    }

    /// Sleeps until there is a job and returns how many have ever been submitted; nil when the queue is closed and empty.
    func waitForJobs() -> Int? {
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

    /// Takes the oldest job, if it is among the first `limit` ever submitted.
    func next(among limit: Int = .max) -> Job? {
        state.withLock { state in
            guard state.submitted - state.jobs.count < limit else { return nil }
            return state.jobs.popFirst()
        }
    }

    /// Refuses further jobs. The threads end when those that are waiting are done.
    func close() {
        let sleeping = state.withLock { state in
            state.closed = true
            defer { state.sleeping = 0 }
            return state.sleeping
        }
        for _ in 0..<sleeping { bell.signal() }
    }
}
