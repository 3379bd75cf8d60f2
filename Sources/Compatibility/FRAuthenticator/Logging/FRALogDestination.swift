import DeviceFoundation
import FRCore

/// Brings the messages of the module `Authenticator` to ``FRALog``.
struct FRALogDestination: LogDestination {
    func write(_ message: String, level: LogLevels) { FRALog.write(message, LogLevel(rawValue: level.rawValue)) }
}
