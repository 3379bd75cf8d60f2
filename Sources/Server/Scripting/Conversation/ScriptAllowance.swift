import ScriptMessages

/// The calls and log lines that a run may still send: the process keeps its own account, but might not be itself any more.
struct ScriptAllowance {
    private var calls: Int
    private var lines: Int

    init(_ limits: ScriptLimits) {
        calls = limits.calls
        lines = limits.logLines
    }

    mutating func mayCall() -> Bool {
        calls -= 1
        return calls >= 0
    }

    mutating func mayLog() -> Bool {
        lines -= 1
        return lines >= 0
    }
}
