import ScriptMessages

/// The processor time, calls and log lines that a run may still take, reckoned by the server: the process keeps its own account, but
/// might not be itself any more.
struct WorkerAllowance {
    /// The processor time beyond the process' own limits that it may take, to start and to say that it has reached one.
    private static let grace = Duration.milliseconds(1500)

    private let end: Duration
    private var patience: Duration
    private var calls: Int
    private var lines: Int

    /// - Parameters:
    ///   - used: the processor time that the process has used before the run.
    ///   - patience: the time that the server may wait for the process in all.
    init(_ limits: ScriptLimits, after used: Duration, patience: Duration) {
        end = used + .milliseconds(limits.milliseconds) + Self.grace
        self.patience = patience + .milliseconds(limits.milliseconds)
        calls = limits.calls
        lines = limits.logLines
    }

    /// Whether a process must end that has used so much processor time, and been waited for since the last call of ``spend(_:)`` for so long.
    func isOver(used: Duration, waited: Duration) -> Bool { used > end || waited > patience }

    /// Takes note of a wait that has ended.
    mutating func spend(_ waited: Duration) { patience -= waited }

    mutating func mayCall() -> Bool {
        calls -= 1
        return calls >= 0
    }

    mutating func mayLog() -> Bool {
        lines -= 1
        return lines >= 0
    }
}
