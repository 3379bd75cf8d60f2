import CallbackBridge
package import DeviceFoundation
import Foundation
package import Primitives

/// The SDK's log, which apps may write to as well.
public enum FRLog {
    private struct State {
        var levels = LogLevel.none
        var logger: any FRLogger = FRConsoleLogger()
        var time: any TimeSource = SystemTime()
    }

    /// The lock is held while a logger writes, so that loggers need not be made for several threads.
    private static let state = Lock(Handoff(State()))

    /// Sets which levels are logged; none by default.
    public static func setLogLevel(_ levels: LogLevel) {
        state.withLock { state in
            var changed = state.value
            changed.levels = levels
            state = Handoff(changed)
        }
    }

    /// Sets who takes the messages; the default logger is no longer active then.
    public static func setCustomLogger(_ logger: any FRLogger) {
        let logger = Handoff(logger)
        state.withLock { state in
            var changed = state.value
            changed.logger = logger.value
            state = Handoff(changed)
        }
    }

    /// The time that messages are stamped with.
    package static func setTime(_ time: any TimeSource) {
        state.withLock { state in
            var changed = state.value
            changed.time = time
            state = Handoff(changed)
        }
    }

    /// Logs a message that is not important.
    ///
    /// - Parameters:
    ///   - subModule: the name that the prefix has in place of the module's.
    ///   - includeCallStack: whether the prefix has the place in the code.
    public static func v(
        _ message: String, subModule: String? = nil, _ includeCallStack: Bool? = true, file: String = #file, line: Int = #line,
        function: String = #function
    ) { write(message, .verbose, module: subModule, at: LogPlace(includeCallStack, file, line, function)) }
    /// Logs a message that helps to understand the flow.
    public static func i(
        _ message: String, subModule: String? = nil, _ includeCallStack: Bool? = true, file: String = #file, line: Int = #line,
        function: String = #function
    ) { write(message, .info, module: subModule, at: LogPlace(includeCallStack, file, line, function)) }
    /// Logs a message about the network.
    public static func n(
        _ message: String, subModule: String? = nil, _ includeCallStack: Bool? = true, file: String = #file, line: Int = #line,
        function: String = #function
    ) { write(message, .network, module: subModule, at: LogPlace(includeCallStack, file, line, function)) }
    /// Logs a minor issue.
    public static func w(
        _ message: String, subModule: String? = nil, _ includeCallStack: Bool? = true, file: String = #file, line: Int = #line,
        function: String = #function
    ) { write(message, .warning, module: subModule, at: LogPlace(includeCallStack, file, line, function)) }
    /// Logs a severe issue. The place in the code is logged as well.
    public static func e(_ message: String, subModule: String? = nil, file: String = #file, line: Int = #line, function: String = #function)
    { write(message, .error, module: subModule, at: LogPlace(true, file, line, function)) }

    static func write(_ message: String, _ level: LogLevel, module: String? = nil, at place: LogPlace? = nil) {
        state.withLock { state in
            guard state.value.levels.contains(level) else { return }
            state.value.logger.log(message, level, of: module ?? "FRCore", place, at: state.value.time.now)
        }
    }

    /// Hands a message of a module with levels of its own to the logger.
    package static func hand(_ message: String, _ level: LogLevel, module: String, at place: LogPlace? = nil) {
        state.withLock { state in state.value.logger.log(message, level, of: module, place, at: state.value.time.now) }
    }
}

extension FRLogger {
    fileprivate func log(_ message: String, _ level: LogLevel, of module: String, _ place: LogPlace?, at time: Date) {
        let timePrefix = time.formatted(.iso8601)
        func prefix(_ level: String) -> String { "[\(module)][\(level)]" + (place.map { "[\($0)]" } ?? "") }
        switch level {
        case .verbose: logVerbose(timePrefix: timePrefix, logPrefix: prefix("Verbose"), message: message)
        case .info: logInfo(timePrefix: timePrefix, logPrefix: prefix("Info"), message: message)
        case .network: logNetwork(timePrefix: timePrefix, logPrefix: prefix("Network"), message: message)
        case .warning: logWarning(timePrefix: timePrefix, logPrefix: prefix("Warning"), message: message)
        default: logError(timePrefix: timePrefix, logPrefix: prefix("Error"), message: message)
        }
    }
}

/// Brings the client modules' messages to ``FRLog``.
package struct FRLogDestination: LogDestination {
    package init() {}

    package func write(_ message: String, level: LogLevels) { FRLog.write(message, LogLevel(rawValue: level.rawValue)) }
}
