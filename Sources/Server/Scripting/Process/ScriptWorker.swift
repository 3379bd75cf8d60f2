import NIOCore
import NIOPosix
import ScriptMessages
import Synchronization

/// One process that runs scripts, one at a time.
final class ScriptWorker: Sendable {
    private let process: ChildProcess
    private let channel: any Channel
    private let reports: ReportBox
    /// Whether it is we who have ended the process, since a run took too long.
    private let wasLate = Atomic(false)

    /// Starts a process; it can be given its first order at once.
    /// - Throws: ``ScriptError`` `.unavailable`.
    static func start(_ command: [String], on group: any EventLoopGroup) async throws(ScriptError) -> ScriptWorker {
        let process = try ChildProcess(command)
        let reports = ReportBox()
        do {
            let channel = try await NIOPipeBootstrap(group: group)
                .channelOption(.allowRemoteHalfClosure, value: true)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(ReportReader(reports)) }
                }
                .takingOwnershipOfDescriptors(input: process.output, output: process.input).get()
            return ScriptWorker(process, channel, reports)
        } catch {
            _ = process.reap()
            throw ScriptError(.unavailable, "no line to \(command[0]): \(error)")
        }
    }

    private init(_ process: ChildProcess, _ channel: any Channel, _ reports: ReportBox) {
        self.process = process
        self.channel = channel
        self.reports = reports
    }

    deinit { channel.close(promise: nil) }

    /// Whether the process has died.
    var isGone: Bool { reports.isClosed }

    /// The time between two looks at what a process that computes has used.
    private static let interval = TimeAmount.milliseconds(100)

    /// Has an order carried out, and what the script asks meanwhile answered.
    ///
    /// - Parameter silence: the time by the clock, beyond the script's own, for which the process may be silent in all.
    /// - Throws: ``ScriptError``. After `.crashed` the worker is of no use; ``stop()`` knows why.
    func perform(
        _ order: ScriptOrder, _ limits: ScriptLimits, silence: Duration, for host: any ScriptHost
    ) async throws(ScriptError) -> ScriptResult {
        var allowance = WorkerAllowance(limits, after: process.processorTime, silence: silence)
        try await send(order)
        while true {
            let begun = ContinuousClock.now
            let watch = watch(allowance, since: begun)
            let report = await reports.next()
            watch.cancel()
            allowance.spend(begun.duration(to: .now))
            switch report {
            case .call(let call):
                guard allowance.mayCall() else { throw ScriptError(.crashed, "the script's process asks for too much") }
                try await send(.answer(await host.answer(call)))
            case .log(let line): if allowance.mayLog() { host.log(line) }
            case .finished(let result): return result
            case .failed(let failure): throw ScriptError(failure)
            case nil: throw ScriptError(.crashed, "the script's process died")
            }
        }
    }

    /// Ends the process as soon as the allowance is over.
    private func watch(_ allowance: WorkerAllowance, since begun: ContinuousClock.Instant) -> RepeatedTask {
        channel.eventLoop.scheduleRepeatedTask(initialDelay: Self.interval, delay: Self.interval) { [self] _ in
            guard allowance.isOver(used: process.processorTime, waited: begun.duration(to: .now)) else { return }
            wasLate.store(true, ordering: .relaxed)
            process.kill()
        }
    }

    private func send(_ order: ScriptOrder) async throws(ScriptError) {
        let frame: [UInt8]
        do { frame = try FrameBuffer.frame(order.json) } catch {
            throw ScriptError(.result, "what the script is to see is too long: \(error)")
        }
        // A line that is broken is noticed when the answer is read.
        channel.writeAndFlush(ByteBuffer(bytes: frame), promise: nil)
    }

    private static let unconfined = """
        this system can't confine the processes of scripts (it has no seccomp, or doesn't let it be used); with script-unconfined scripts run \
        all the same
        """

    /// Ends the process, and says why it had ended.
    func stop() async -> ScriptError {
        try? await channel.close()
        let ending = try? await NIOThreadPool.singleton.runIfActive { [process] in process.reap() }
        switch ending {
        case _ where wasLate.load(ordering: .relaxed), .exited(ScriptExit.time.rawValue), .signalled(SIGXCPU):
            return ScriptError(.time, "the script computed for too long and was ended")
        case .exited(ScriptExit.memory.rawValue): return ScriptError(.memory, "the script took too much memory and was ended")
        case .exited(ScriptExit.unconfined.rawValue): return ScriptError(.unavailable, Self.unconfined)
        default: return ScriptError(.crashed, "the script's process died: \(ending.map { "\($0)" } ?? "unknown")")
        }
    }
}
