import Administration
import Directory
import Foundation
package import Foundations
import HTTPBase
import HTTPTypes
package import Logging
import Primitives
import Store
import Synchronization

/// The jobs that this node does: those that it was asked for, and those of nodes that have ended. ``tick()`` is to be called every second.
package final class AdminJobs: Sendable {
    /// Does what a job is about, in the run with a number.
    typealias Performing = @Sendable (_ order: AdminJobOrder, _ run: Int64) async throws -> JSONValue

    /// The number that may run at once, of one caller and in all.
    private static let (mostOfOne, most) = (2, 8)
    /// The interval in seconds at which it is written down how far they are, and those that were left are looked for.
    private static let interval = 5

    /// A job that runs.
    private struct Running {
        let caller: String
        let job: Jobs.Job
        let progress = WorkProgress()
        var task: Task<Void, Never>?
        /// True for one that was asked to stop, not by the server's own end.
        var isStopped = false
    }

    private struct State {
        var running: [String: Running] = [:]
        /// The callers of those that are about to run.
        var starting: [String] = []
        var perform: Performing?
        var second = 0
        var isClosed = false

        /// Forgets a job that has ended, but not a later run of it.
        mutating func forget(_ job: Jobs.Job) {
            if running[job.id]?.job.runs == job.runs { running[job.id] = nil }
        }

        mutating func leave(_ caller: String) {
            if let index = starting.firstIndex(of: caller) { starting.remove(at: index) }
        }
    }

    /// The jobs of all nodes, as they are written down.
    let kept: Jobs
    private let time: any TimeSource
    private let logger: Logger
    private let state = Mutex(State())

    /// The jobs over a server's database, none of which runs yet.
    package init(_ platform: Platform, logger: Logger = Logger(label: "gatehouse")) {
        kept = Jobs(platform.database, platform.sealer, random: platform.random)
        time = platform.time
        self.logger = logger
    }

    /// Gives what does the jobs; until then none is begun.
    func perform(by perform: @escaping Performing) { state.withLock { $0.perform = perform } }

    /// Begins a job.
    /// - Throws: a 429 for a caller who has too many, a 503 when there are too many in all or the server stops.
    func begin(_ order: AdminJobOrder, of caller: String, in realm: Realm, target: RealmPath?) async throws -> Jobs.Job {
        let perform = try reserve(caller)
        let job: Jobs.Job?
        do { job = try await kept.begin(order.action, order.kept, in: realm.id, target: target, at: time.now) } catch {
            state.withLock { $0.leave(caller) }
            throw error
        }
        guard let job else {
            state.withLock { $0.leave(caller) }
            throw Problem.tooMany("a realm has \(Jobs.mostOfRealm) jobs at most", after: 3600)
        }
        start(Running(caller: caller, job: job)) { try await perform(order, job.runs) }
        return job
    }

    private func reserve(_ caller: String) throws(Problem) -> Performing {
        let outcome = state.withLock { state -> Result<Performing, Problem> in
            let callers = state.running.values.map(\.caller) + state.starting
            guard let perform = state.perform, !state.isClosed, callers.count < Self.most else {
                return .failure(.busy("there are too many jobs"))
            }
            guard callers.count(where: { $0 == caller }) < Self.mostOfOne else {
                return .failure(.tooMany("a caller has \(Self.mostOfOne) jobs at once", after: 10))
            }
            state.starting.append(caller)
            return .success(perform)
        }
        return try outcome.get()
    }

    /// Takes over a job that another server, or an earlier run of this one, has left.
    private func takeLeft() async {
        // They count as one caller's, so that some places are left for what is asked for here.
        let caller = "left"
        guard let perform = try? reserve(caller) else { return }
        do {
            guard let (job, work) = try await kept.takeLeft(at: time.now) else { return state.withLock { $0.leave(caller) } }
            logger.notice("a job that another server has left goes on here", metadata: ["job": "\(job.id)", "action": "\(job.action)"])
            start(Running(caller: caller, job: job)) {
                if job.isStopping { throw CancellationError() }
                return try await perform(try AdminJobOrder(work), job.runs)
            }
        } catch {
            state.withLock { $0.leave(caller) }
            logger.warning("a job that was left could not be taken over", metadata: ["error": "\(error)"])
        }
    }

    private func start(_ running: Running, _ work: @escaping @Sendable () async throws -> JSONValue) {
        state.withLock { state in
            state.leave(running.caller)
            var running = running
            let (job, progress) = (running.job, running.progress)
            running.task = Task {
                let end = await WorkProgress.$current.withValue(progress) { await outcome(of: work, in: job) }
                // A task that was asked to stop writes nothing any more.
                if let (end, result) = end { await Task { await write(end, result, of: job, done: progress.done) }.value }
                self.state.withLock { $0.forget(job) }
            }
            state.running[job.id] = running
        }
    }

    /// Writes down how a job has ended; one that ends with this server is left to the next.
    private func write(_ end: Jobs.JobState, _ result: JSONValue, of job: Jobs.Job, done: Int64) async {
        let isLeft = end == .stopped && state.withLock { $0.isClosed && $0.running[job.id]?.isStopped != true }
        do {
            if isLeft { return try await kept.leave(job) }
            try await kept.end(job, end, done: done, result: Secret(result.text), at: time.now)
        } catch {
            logger.error("the end of a job could not be written down", metadata: ["job": "\(job.id)", "error": "\(error)"])
        }
    }

    /// Does the work; gives the state that it ends in, with its result or the problem. nil while the database can't be reached: then nothing
    /// is heard of the job, and a later run may do it.
    private func outcome(of work: @Sendable () async throws -> JSONValue, in job: Jobs.Job) async -> (Jobs.JobState, JSONValue)? {
        do { return (.done, try await work()) } catch is CancellationError {
            return (.stopped, .null)
        } catch let error as DatabaseError where error.isPassing && job.runs < Jobs.mostRuns {
            return nil
        } catch {
            guard let problem = ProblemErrors.known(error) else {
                logger.error("a job has failed", metadata: ["job": "\(job.id)", "error": "\(error)"])
                return (.failed, Problem(.internalServerError, "the server has failed").json(reference: nil))
            }
            return (.failed, problem.json(reference: nil))
        }
    }

    /// The number of things that a job has done, where its latest run is here.
    private func done(_ job: Jobs.Job) -> Int64? {
        state.withLock { state in state.running[job.id].flatMap { $0.job.runs == job.runs ? $0.progress.done : nil } }
    }

    /// A job as it is told, without its result.
    func json(of job: Jobs.Job) -> JSONObject {
        var json: JSONObject = [
            "id": .string(job.id), "action": .string(job.action), "state": .string(job.state.rawValue),
            "done": .integer(done(job) ?? job.done), "begun": .string(job.begun.formatted(.iso8601)),
        ]
        json["ended"] = job.ended.map { .string($0.formatted(.iso8601)) }
        if job.state == .running { json["stopping"] = .bool(job.isStopping) }
        return json
    }

    /// Ends a job that runs here at its next step.
    func cancel(_ id: String) {
        let task = state.withLock { state in
            state.running[id]?.isStopped = true
            return state.running[id]?.task
        }
        task?.cancel()
    }

    /// Looks now and then after the jobs.
    package func tick() async {
        let isDue = state.withLock { state in
            state.second = (state.second + 1) % Self.interval
            return state.second == 0
        }
        if isDue { await look() }
    }

    /// Writes down how far the jobs are, ends those that another node was asked to or has taken over, and takes over what was left.
    func look() async {
        for running in state.withLock({ Array($0.running.values) }) {
            let isStopping = try? await kept.tell(running.job, done: running.progress.done, at: time.now)
            if isStopping == true { cancel(running.job.id) }
        }
        await takeLeft()
    }

    /// Ends all jobs, leaves them to other servers or the next start, and waits until that is written down.
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
