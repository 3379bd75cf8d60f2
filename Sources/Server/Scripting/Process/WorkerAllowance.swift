import ScriptMessages

/// The time, calls and log lines that a run may still take, reckoned by the server: the process keeps its own account, but might not be
/// itself any more.
struct WorkerAllowance {
    /// The time beyond the process' own limits that it may take to say that it has reached one.
    private static let grace = Duration.milliseconds(750)

    private var time: Duration
    private var calls: Int
    private var lines: Int

    init(_ limits: ScriptLimits) {
        time = .milliseconds(limits.milliseconds) + Self.grace
        calls = limits.calls
        lines = limits.logLines
    }

    var nanoseconds: Int64 {
        let (seconds, attoseconds) = time.components
        return max(0, seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }

    mutating func spend(_ duration: Duration) { time -= duration }

    mutating func mayCall() -> Bool {
        calls -= 1
        return calls >= 0
    }

    mutating func mayLog() -> Bool {
        lines -= 1
        return lines >= 0
    }
}
