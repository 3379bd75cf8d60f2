public import FRCore
import Primitives

/// The log of the proximity module. It writes to the same logger as ``FRLog``, with levels of its own.
public enum FRPLog {
    private static let levels = Lock(LogLevel.none)

    /// Sets which levels are logged; none by default.
    public static func setLogLevel(_ levels: LogLevel) { self.levels.withLock { $0 = levels } }

    /// Logs a message that is not important.
    public static func v(_ message: String) { write(message, .verbose) }
    /// Logs a message that helps to understand the flow.
    public static func i(_ message: String) { write(message, .info) }
    /// Logs a minor issue.
    public static func w(_ message: String) { write(message, .warning) }
    /// Logs a severe issue.
    public static func e(_ message: String) { write(message, .error) }

    private static func write(_ message: String, _ level: LogLevel) {
        guard levels.withLock({ $0.contains(level) }) else { return }
        FRLog.hand(message, level, module: "FRProximity")
    }
}
