public import FRCore
import Primitives

/// The log of the Authenticator module. It writes to the same logger as ``FRLog``, with levels of its own.
public enum FRALog {
    /// Sets which levels are logged; none by default.
    public static func setLogLevel(_ levels: LogLevel) { Runtime.state.withLock { $0.levels = levels } }

    /// Logs a message that is not important.
    public static func v(_ message: String) { write(message, .verbose) }
    /// Logs a message that helps to understand the flow.
    public static func i(_ message: String) { write(message, .info) }
    /// Logs a minor issue.
    public static func w(_ message: String) { write(message, .warning) }
    /// Logs a severe issue.
    public static func e(_ message: String) { write(message, .error) }

    static func write(_ message: String, _ level: LogLevel) {
        guard Runtime.state.withLock({ $0.levels.contains(level) }) else { return }
        FRLog.hand(message, level, module: "FRAuthenticator")
    }
}
