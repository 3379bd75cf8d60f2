import Primitives
import ScriptMessages

/// The part of its allowance for log lines and calls that a run has used.
struct RunJournal {
    private static let ellipsis = "the script logs more than it may; the rest is dropped"

    private var lines: Int
    private var bytes: Int
    private var calls: Int

    init(_ limits: ScriptLimits) {
        lines = limits.logLines
        bytes = limits.logBytes
        calls = limits.calls
    }

    /// The line to log: the script's, or the last one, or none.
    mutating func line(_ arguments: [JSONValue]) -> ScriptLogLine? {
        guard lines > 0, arguments.count == 2, let level = arguments[0].string.flatMap(ScriptLogLine.Level.init(exactly:)),
            let text = arguments[1].string
        else { return nil }
        lines -= 1
        bytes -= text.utf8.count
        guard lines > 0, bytes >= 0 else {
            lines = 0
            return ScriptLogLine(.warn, Self.ellipsis)
        }
        return ScriptLogLine(level, text)
    }

    mutating func mayCall() -> Bool {
        calls -= 1
        return calls >= 0
    }
}
