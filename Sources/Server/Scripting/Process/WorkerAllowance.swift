import ScriptMessages

/// The processor time, calls and log lines that a run may still take, reckoned by the server: the process keeps its own account, but
/// might not be itself any more.
struct WorkerAllowance {
    /// The processor time beyond the process' own limits that it may take, to start and to say that it has reached one.
    private static let grace = Duration.milliseconds(1500)

    private let end: Duration
    private var silence: Duration
    private var calls: Int
    private var lines: Int

    /// - Parameters:
    ///   - used: the processor time that the process has used before the run.
    ///   - silence: the time by the clock, beyond the script's own, for which the process may be silent in all.
    init(_ limits: ScriptLimits, after used: Duration, silence: Duration) {
        end = used + .milliseconds(limits.milliseconds) + Self.grace
        self.silence = silence + .milliseconds(limits.milliseconds)
        calls = limits.calls
        lines = limits.logLines
    }

    /// Tells whether the process must end: it has used more processor time, or been silent for longer, than the run may.
    ///
    /// - Parameter waited: the wait that continues, which ``spend(_:)`` hasn't taken note of.
    func isOver(used: Duration, waited: Duration) -> Bool { used > end || waited > silence }

    /// Takes note of a wait that has ended.
    mutating func spend(_ waited: Duration) { silence -= waited }

    mutating func mayCall() -> Bool {
        calls -= 1
        return calls >= 0
    }

    mutating func mayLog() -> Bool {
        lines -= 1
        return lines >= 0
    }
}
