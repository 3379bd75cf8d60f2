package import NIOCore
import NIOPosix
import Primitives
package import ScriptMessages

/// The processes that run scripts: a few, started when they are first needed, and each used for many runs.
///
/// A run that must be stopped costs its process, which is replaced. A script that had to be stopped is under suspicion for a while:
/// all such scripts together never have the last process, so that the others keep running whatever they do.
package actor ScriptPool {
    let configuration: Configuration
    private let group: any EventLoopGroup
    private var idle: [ScriptWorker] = []
    private var uses: [ObjectIdentifier: Int] = [:]
    private var running = 0
    private var runningSuspects = 0
    private var suspects: [String: ContinuousClock.Instant] = [:]
    private var queue = ScriptQueue<String, Waiter>()
    private var isClosed = false

    private struct Waiter {
        let since: ContinuousClock.Instant
        let go: CheckedContinuation<Slot?, Never>
    }

    /// A permission to run.
    private struct Slot {
        let key: String
        let isSuspect: Bool
    }

    package init(_ configuration: Configuration, group: any EventLoopGroup = NIOSingletons.posixEventLoopGroup) {
        self.configuration = configuration
        self.group = group
    }

    /// The limits that the pool's runs have.
    package nonisolated var limits: ScriptLimits { configuration.limits }

    /// Runs a script.
    ///
    /// - Parameter key: the script's name, for fairness; all its runs share it.
    package func run(_ run: ScriptRun, as key: String, for host: any ScriptHost) async throws(ScriptError) -> ScriptResult {
        try await perform(.run(run), run.limits, as: key, for: host)
    }

    /// Checks that a script compiles.
    /// - Throws: ``ScriptError`` `.syntax`, with the place.
    package func check(_ source: ScriptSource) async throws(ScriptError) {
        _ = try await perform(.check(source), configuration.limits, as: "check", for: DeafHost())
    }

    /// Ends all processes. Runs that aren't finished fail.
    package func close() async {
        isClosed = true
        while let next = queue.next(where: { _ in true }) { next.element.go.resume(returning: nil) }
        let workers = idle
        idle = []
        for worker in workers { _ = await worker.stop() }
    }

    private func perform(
        _ order: ScriptOrder, _ limits: ScriptLimits, as key: String, for host: any ScriptHost
    ) async throws(ScriptError) -> ScriptResult {
        let slot = try await enter(key)
        let worker: ScriptWorker
        do { worker = try await self.worker() } catch {
            leave(slot)
            throw error
        }
        do {
            let result = try await worker.perform(order, limits, silence: configuration.silence, for: host)
            await release(worker, slot, mebibytes: result.mebibytes)
            return result
        } catch {
            guard error.code == .crashed else {
                if error.code == .time { suspect(key) }
                await release(worker, slot, mebibytes: 0)
                throw error
            }
            suspect(key)
            let reason = await worker.stop()
            uses[ObjectIdentifier(worker)] = nil
            replace(slot)
            throw reason
        }
    }
}

// MARK: - Turns

extension ScriptPool {
    /// Waits for one's turn.
    private func enter(_ key: String) async throws(ScriptError) -> Slot {
        guard !isClosed else { throw ScriptError(.unavailable, "the server is stopping") }
        if !mayGo(key) {
            guard queue.count < configuration.waiting, queue.count(of: key) < configuration.waitingForOne else {
                throw ScriptError(.overloaded, "too many scripts are waiting")
            }
            let slot = await withCheckedContinuation { queue.append(Waiter(since: .now, go: $0), for: key) }
            guard let slot else { throw ScriptError(.overloaded, "the script has waited for too long") }
            return slot
        }
        return admit(key)
    }

    private func admit(_ key: String) -> Slot {
        let slot = Slot(key: key, isSuspect: isSuspect(key))
        running += 1
        if slot.isSuspect { runningSuspects += 1 }
        return slot
    }

    private func leave(_ slot: Slot) {
        running -= 1
        if slot.isSuspect { runningSuspects -= 1 }
        while let next = queue.next(where: mayGo) {
            let isTooLate = next.element.since.duration(to: .now) > configuration.patience
            next.element.go.resume(returning: isTooLate ? nil : admit(next.key))
        }
    }

    private func mayGo(_ key: String) -> Bool {
        running < configuration.processes && (!isSuspect(key) || runningSuspects < max(1, configuration.processes - 1))
    }

    private func isSuspect(_ key: String) -> Bool { suspects[key].map { .now < $0 } ?? false }

    private func suspect(_ key: String) {
        suspects = suspects.filter { .now < $0.value }
        suspects[key] = .now + configuration.suspicion
    }
}

// MARK: - Processes

extension ScriptPool {
    private func worker() async throws(ScriptError) -> ScriptWorker {
        while let worker = idle.popLast() {
            guard worker.isGone else { return worker }
            await forget(worker)
        }
        return try await ScriptWorker.start(command, on: group)
    }

    private func release(_ worker: ScriptWorker, _ slot: Slot, mebibytes: Int) async {
        let used = uses[ObjectIdentifier(worker), default: 0] + 1
        if isClosed || worker.isGone || mebibytes > configuration.worn || used >= configuration.uses {
            await forget(worker)
        } else {
            uses[ObjectIdentifier(worker)] = used
            idle.append(worker)
        }
        leave(slot)
    }

    private func forget(_ worker: ScriptWorker) async {
        uses[ObjectIdentifier(worker)] = nil
        _ = await worker.stop()
    }

    /// Starts a process in place of one that died, so that no script has to wait for it; only then is the turn over.
    private func replace(_ slot: Slot) {
        Task {
            if !isClosed, let worker = try? await ScriptWorker.start(command, on: group) { idle.append(worker) }
            leave(slot)
        }
    }
}

/// The host of scripts that ask nothing.
private struct DeafHost: ScriptHost {
    func answer(_ call: ScriptCall) async -> ScriptAnswer { .refused("nothing can be asked here") }
    func log(_ line: ScriptLogLine) {}
}
