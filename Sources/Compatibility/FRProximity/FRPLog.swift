public import FRCore
import Primitives

/// The log of the proximity module. It writes to the same logger as ``FRLog``, with levels of its own.
public enum FRPLog {
    private static let levels = Lock(LogLevel.none)

    /// Sets which levels are logged; none by default.
    public static func setLogLevel(_ levels: LogLevel) { self.levels.withLock { $0 = levels } }

    /// Logs a message that is not important.
    ///
    /// - Parameters:
    ///   - includeCallStack: whether the prefix has the place in the code.
    public static func v(
        _ message: String, _ includeCallStack: Bool? = true, file: String = #file, line: Int = #line, function: String = #function
    ) { write(message, .verbose, at: LogPlace(includeCallStack, file, line, function)) }
    /// Logs a message that helps to understand the flow.
    public static func i(
        _ message: String, _ includeCallStack: Bool? = true, file: String = #file, line: Int = #line, function: String = #function
    ) { write(message, .info, at: LogPlace(includeCallStack, file, line, function)) }
    /// Logs a minor issue.
    public static func w(
        _ message: String, _ includeCallStack: Bool? = true, file: String = #file, line: Int = #line, function: String = #function
    ) { write(message, .warning, at: LogPlace(includeCallStack, file, line, function)) }
    /// Logs a severe issue. The place in the code is logged as well.
    public static func e(_ message: String, file: String = #file, line: Int = #line, function: String = #function) {
        write(message, .error, at: LogPlace(true, file, line, function))
    }

    private static func write(_ message: String, _ level: LogLevel, at place: LogPlace? = nil) {
        guard levels.withLock({ $0.contains(level) }) else { return }
        FRLog.hand(message, level, module: "FRProximity", at: place)
    }
}
