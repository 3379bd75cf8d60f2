import Primitives

/// The destination of the client modules' messages, and the choice of those that are logged.
public struct Log: Sendable {
    /// The levels that are logged.
    public var levels: LogLevels
    private let destination: any LogDestination

    /// Logs nothing.
    public static let off = Log(.none, to: StandardErrorLog())

    /// Logs messages of some levels to a destination, by default standard error.
    public init(_ levels: LogLevels, to destination: any LogDestination = StandardErrorLog()) {
        self.levels = levels
        self.destination = destination
    }

    /// Logs a message of one level; it is not even built when the level is off.
    public func callAsFunction(_ level: LogLevels, _ message: @autoclosure () -> String) {
        if levels.contains(level), !level.isEmpty { destination.write(message(), level: level) }
    }
}
