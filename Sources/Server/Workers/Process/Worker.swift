import NIOCore
import NIOPosix
import Synchronization
import WorkerMessages

/// One process that does work, one piece at a time.
final class Worker: Sendable {
    private let process: ChildProcess
    private let channel: any Channel
    let frames: FrameBox
    /// Whether it is we who have ended the process, since a piece of work took too long.
    private let wasLate = Atomic(false)

    /// Starts a process; it can be given its first work at once.
    /// - Throws: ``WorkerError`` `.unavailable`.
    static func start(_ configuration: WorkerPool.Configuration, on group: any EventLoopGroup) async throws(WorkerError) -> Worker {
        let process = try ChildProcess(configuration.command, environment: configuration.environment)
        let frames = FrameBox()
        let longest = configuration.longestFrame
        do {
            let channel = try await NIOPipeBootstrap(group: group)
                .channelOption(.allowRemoteHalfClosure, value: true)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(FrameReader(frames, longest: longest))
                    }
                }
                .takingOwnershipOfDescriptors(input: process.output, output: process.input).get()
            return Worker(process, channel, frames)
        } catch {
            _ = process.reap()
            throw WorkerError(.unavailable, "no line to \(configuration.program): \(error)")
        }
    }

    private init(_ process: ChildProcess, _ channel: any Channel, _ frames: FrameBox) {
        self.process = process
        self.channel = channel
        self.frames = frames
    }

    deinit { channel.close(promise: nil) }

    /// Whether the process has died.
    var isGone: Bool { frames.isClosed }

    /// The processor time that the process has used so far.
    var processorTime: Duration { process.processorTime }

    /// The time between two looks at what a process that computes has used.
    private static let interval = TimeAmount.milliseconds(100)

    /// Ends the process as soon as the allowance is over, until the task is cancelled.
    func watch(_ allowance: WorkerAllowance, since begun: ContinuousClock.Instant) -> RepeatedTask {
        channel.eventLoop.scheduleRepeatedTask(initialDelay: Self.interval, delay: Self.interval) { [self] _ in
            guard allowance.isOver(used: process.processorTime, waited: begun.duration(to: .now)) else { return }
            wasLate.store(true, ordering: .relaxed)
            process.kill()
        }
    }

    func send(_ frame: [UInt8]) { channel.writeAndFlush(ByteBuffer(bytes: frame), promise: nil) }

    /// Ends the process, and says why it had ended.
    func stop() async -> WorkerError {
        try? await channel.close()
        let ending = try? await NIOThreadPool.singleton.runIfActive { [process] in process.reap() }
        switch ending {
        case _ where wasLate.load(ordering: .relaxed), .exited(WorkerExit.time.rawValue), .signalled(SIGXCPU):
            return WorkerError(.time, "it computed for too long and was ended")
        case .exited(WorkerExit.memory.rawValue): return WorkerError(.memory, "it took too much memory and was ended")
        case .exited(WorkerExit.unconfined.rawValue):
            return WorkerError(.unconfined, "this system can't confine processes: it has no seccomp, or doesn't let it be used")
        default: return WorkerError(.crashed, "the process died: \(ending.map { "\($0)" } ?? "unknown")")
        }
    }
}
