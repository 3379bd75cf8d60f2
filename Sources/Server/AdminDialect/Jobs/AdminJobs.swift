import Administration
import Directory
import Foundation
package import Foundations
import HTTPBase
import HTTPTypes
import Logging
import Primitives
import Synchronization

/// The jobs that this node does. ``tick()`` is to be called every second.
package final class AdminJobs: Sendable {
    /// The number that may run at once, of one caller and in all.
    private static let (mostOfOne, most) = (2, 8)
    /// The interval in seconds at which it is written down how far they are.
    private static let interval = 5

    /// A job that runs.
    private struct Running {
        let caller: String
        let job: Jobs.Job
        let progress: WorkProgress
        var task: Task<Void, Never>?
    }

    private struct State {
        var running: [String: Running] = [:]
        /// The callers of those that are about to run.
        var starting: [String] = []
        var second = 0
        var isClosed = false

        mutating func leave(_ caller: String) {
            if let index = starting.firstIndex(of: caller) { starting.remove(at: index) }
        }
    }

    /// The jobs of all nodes, as they are written down.
    let kept: Jobs
    private let time: any TimeSource
    private let state = Mutex(State())

    /// The jobs over a server's database, none of which runs yet.
    package init(_ platform: Platform) {
        kept = Jobs(platform.database, platform.sealer, random: platform.random)
        time = platform.time
    }

    /// Begins a job.
    /// - Throws: a 429 for a caller who has too many, a 503 when there are too many in all or the server stops.
    func begin(
        _ action: String, of caller: String, in realm: Realm, target: RealmPath?, _ logger: Logger,
        _ work: @escaping @Sendable () async throws -> JSONValue
    ) async throws -> Jobs.Job {
        try reserve(caller)
        let job: Jobs.Job?
        do { job = try await kept.begin(action, in: realm.id, target: target, at: time.now) } catch {
            state.withLock { $0.leave(caller) }
            throw error
        }
        guard let job else {
            state.withLock { $0.leave(caller) }
            throw Problem.tooMany("a realm has \(Jobs.mostOfRealm) jobs at most", after: 3600)
        }
        start(Running(caller: caller, job: job, progress: WorkProgress()), logger, work)
        return job
    }

    private func reserve(_ caller: String) throws(Problem) {
        let refused = state.withLock { state -> Problem? in
            let callers = state.running.values.map(\.caller) + state.starting
            guard !state.isClosed, callers.count < Self.most else { return .busy("there are too many jobs") }
            guard callers.count(where: { $0 == caller }) < Self.mostOfOne else {
                return .tooMany("a caller has \(Self.mostOfOne) jobs at once", after: 10)
            }
            state.starting.append(caller)
            return nil
        }
        if let refused { throw refused }
    }

    private func start(_ running: Running, _ logger: Logger, _ work: @escaping @Sendable () async throws -> JSONValue) {
        state.withLock { state in
            state.leave(running.caller)
            var running = running
            let (job, progress) = (running.job, running.progress)
            running.task = Task {
                let (end, result) = await WorkProgress.$current.withValue(progress) { await Self.outcome(of: work, logger) }
                // A task that was asked to stop writes nothing any more.
                let writing = Task { try await kept.end(job, end, done: progress.done, result: Secret(result.text), at: time.now) }
                do { try await writing.value } catch {
                    logger.error("the end of a job could not be written down", metadata: ["job": "\(job.id)", "error": "\(error)"])
                }
                _ = self.state.withLock { $0.running.removeValue(forKey: job.id) }
            }
            state.running[job.id] = running
        }
    }

    /// Does the work; gives the state that it ends in, with its result or the problem.
    private static func outcome(
        of work: @Sendable () async throws -> JSONValue, _ logger: Logger
    ) async -> (Jobs.JobState, JSONValue) {
        do { return (.done, try await work()) } catch is CancellationError {
            return (.stopped, .null)
        } catch {
            if let problem = ProblemErrors.problem(for: error) { return (.failed, problem.json(reference: nil)) }
            logger.error("a job has failed", metadata: ["error": "\(error)"])
            return (.failed, Problem(.internalServerError, "the server has failed").json(reference: nil))
        }
    }

    /// The number of things that a job has done, where it runs here.
    func done(_ id: String) -> Int64? { state.withLock { $0.running[id]?.progress.done } }

    /// A job as it is told, without its result.
    func json(of job: Jobs.Job) -> JSONObject {
        var json: JSONObject = [
            "id": .string(job.id), "action": .string(job.action), "state": .string(job.state.rawValue),
            "done": .integer(done(job.id) ?? job.done), "begun": .string(job.begun.formatted(.iso8601)),
        ]
        json["ended"] = job.ended.map { .string($0.formatted(.iso8601)) }
        if job.state == .running { json["stopping"] = .bool(job.isStopping) }
        return json
    }

    /// Ends a job that runs here at its next step.
    func cancel(_ id: String) { state.withLock { $0.running[id]?.task }?.cancel() }

    /// Writes down now and then how far the jobs are, and ends those that another node was asked to.
    package func tick() async {
        let due = state.withLock { state in
            state.second = (state.second + 1) % Self.interval
            return state.second == 0 ? Array(state.running.values) : []
        }
        for running in due {
            let isStopping = try? await kept.tell(running.job, done: running.progress.done, at: time.now)
            if isStopping == true { running.task?.cancel() }
        }
    }

    /// Ends all jobs, and waits until it is written down how.
    package func close() async {
        let running = state.withLock { state in
            state.isClosed = true
            return Array(state.running.values)
        }
        for one in running { one.task?.cancel() }
        await wait()
    }

    /// Waits for the jobs that run.
    package func wait() async {
        for task in state.withLock({ $0.running.values.compactMap(\.task) }) { await task.value }
    }
}
