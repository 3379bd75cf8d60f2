import NIOCore

/// The line to a worker for one piece of work, with what is left of the work's allowance.
package struct WorkerLine {
    private let worker: Worker
    private var allowance: WorkerAllowance

    init(_ worker: Worker, _ allowance: WorkerAllowance) {
        self.worker = worker
        self.allowance = allowance
        self.allowance.begin(after: worker.processorTime)
    }

    /// Sends a frame, made by `FrameBuffer`. A line that is broken is noticed when the answer is read.
    package func send(_ frame: [UInt8]) { worker.send(frame) }

    /// The content of the worker's next frame.
    ///
    /// - Throws: ``WorkerError/Code/crashed`` when the worker is gone, also because its time was over.
    package mutating func receive() async throws(WorkerError) -> [UInt8] {
        let begun = ContinuousClock.now
        let watch = worker.watch(allowance, since: begun)
        let frame = await worker.frames.next()
        watch.cancel()
        allowance.spend(begun.duration(to: .now))
        guard let frame else { throw WorkerError(.crashed, "the process died") }
        return frame
    }
}
