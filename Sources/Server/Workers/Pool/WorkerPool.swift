import Foundations
package import NIOCore
import NIOPosix
import Primitives

/// The workers of one program: a few processes, started when they are first needed, and each used for many pieces of work.
///
/// Work that must be stopped costs its worker, which is replaced at once. A party whose work had to be stopped is under suspicion for a
/// while: all such parties together never have the last worker, so that the others continue whatever they do.
package actor WorkerPool {
    let configuration: Configuration
    private let group: any EventLoopGroup
    private var idle: [Worker] = []
    private var uses: [ObjectIdentifier: Int] = [:]
    private var running = 0
    private var runningSuspects = 0
    private var suspects: [WorkerTurn: ContinuousClock.Instant] = [:]
    private var queue: FairQueue<String, WorkerTurn, Waiter>
    /// The number of pieces of work that wait for their turn.
    package private(set) var waiting = 0
    private var isClosed = false

    private struct Waiter: Sendable {
        let turn: WorkerTurn
        let since: ContinuousClock.Instant
        let go: CheckedContinuation<Slot?, Never>
    }

    /// A permission to work.
    private struct Slot {
        let turn: WorkerTurn
        let isSuspect: Bool
    }

    package init(_ configuration: Configuration, group: any EventLoopGroup = NIOSingletons.posixEventLoopGroup) {
        self.configuration = configuration
        self.group = group
        queue = FairQueue(capacity: configuration.waiting, share: configuration.waitingForOne)
    }

    /// Does a piece of work with a worker, when its turn has come.
    ///
    /// - Parameters:
    ///   - turn: the party that it is done for.
    ///   - allowance: the time that the worker may take.
    ///   - work: talks with the worker to the end of the work. An error that it throws costs the worker.
    /// - Throws: ``WorkerError``; after an error of `work` the reason for which the worker had ended, if it had.
    package func run<Value: Sendable>(
        for turn: WorkerTurn, _ allowance: WorkerAllowance,
        _ work: @Sendable (inout WorkerLine) async throws(WorkerError) -> WorkerOutcome<Value>
    ) async throws(WorkerError) -> Value {
        let slot = try await enter(turn)
        let worker: Worker
        do { worker = try await self.worker() } catch {
            leave(slot)
            throw error
        }
        do {
            var line = WorkerLine(worker, allowance)
            let outcome = try await work(&line)
            if outcome.isSuspect { suspect(turn) }
            await release(worker, slot, mebibytes: outcome.mebibytes)
            return outcome.value
        } catch {
            suspect(turn)
            let ending = await worker.stop()
            uses[ObjectIdentifier(worker)] = nil
            replace(slot)
            throw ending
        }
    }

    /// Ends all workers. Work that isn't finished fails.
    package func close() async {
        isClosed = true
        while let waiter = queue.next() { waiter.go.resume(returning: nil) }
        waiting = 0
        let workers = idle
        idle = []
        for worker in workers { _ = await worker.stop() }
    }
}

// MARK: - Turns

extension WorkerPool {
    private static var closed: WorkerError { WorkerError(.unavailable, "the server is stopping") }

    /// Waits for the party's turn.
    private func enter(_ turn: WorkerTurn) async throws(WorkerError) -> Slot {
        guard !isClosed else { throw Self.closed }
        guard !mayGo(turn) else { return admit(turn) }
        let slot = await withCheckedContinuation { wait(Waiter(turn: turn, since: .now, go: $0)) }
        if let slot { return slot }
        guard !isClosed else { throw Self.closed }
        throw WorkerError(.overloaded, "too many are waiting, or this one has waited for too long")
    }

    private func wait(_ waiter: Waiter) {
        switch queue.add(waiter, of: waiter.turn, in: waiter.turn.group) {
        case .admitted: waiting += 1
        case .displacing(let other): other.go.resume(returning: nil)
        case .refused: waiter.go.resume(returning: nil)
        }
    }

    private func admit(_ turn: WorkerTurn) -> Slot {
        let slot = Slot(turn: turn, isSuspect: isSuspect(turn))
        running += 1
        if slot.isSuspect { runningSuspects += 1 }
        return slot
    }

    private func leave(_ slot: Slot) {
        running -= 1
        if slot.isSuspect { runningSuspects -= 1 }
        while let waiter = queue.next(where: mayGo) {
            waiting -= 1
            let isTooLate = waiter.since.duration(to: .now) > configuration.patience
            waiter.go.resume(returning: isTooLate ? nil : admit(waiter.turn))
        }
    }

    private func mayGo(_ turn: WorkerTurn) -> Bool {
        running < configuration.processes && (!isSuspect(turn) || runningSuspects < max(1, configuration.processes - 1))
    }

    private func isSuspect(_ turn: WorkerTurn) -> Bool { suspects[turn].map { .now < $0 } ?? false }

    private func suspect(_ turn: WorkerTurn) {
        suspects = suspects.filter { .now < $0.value }
        suspects[turn] = .now + configuration.suspicion
    }
}

// MARK: - Processes

extension WorkerPool {
    private func worker() async throws(WorkerError) -> Worker {
        while let worker = idle.popLast() {
            guard worker.isGone else { return worker }
            await forget(worker)
        }
        return try await Worker.start(configuration, on: group)
    }

    private func release(_ worker: Worker, _ slot: Slot, mebibytes: Int) async {
        let used = uses[ObjectIdentifier(worker), default: 0] + 1
        if isClosed || worker.isGone || mebibytes > configuration.worn || used >= configuration.uses {
            await forget(worker)
        } else {
            uses[ObjectIdentifier(worker)] = used
            idle.append(worker)
        }
        leave(slot)
    }

    private func forget(_ worker: Worker) async {
        uses[ObjectIdentifier(worker)] = nil
        _ = await worker.stop()
    }

    /// Starts a worker in place of one that died, so that no work has to wait for it; only then is the turn over.
    private func replace(_ slot: Slot) {
        Task {
            if !isClosed, let worker = try? await Worker.start(configuration, on: group) { idle.append(worker) }
            leave(slot)
        }
    }
}
