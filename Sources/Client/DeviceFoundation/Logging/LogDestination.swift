import Foundation

/// Takes the messages of a ``Log``: your own logging goes here.
public protocol LogDestination: Sendable {
    /// Takes a message of one level. It is called from any task and must not block.
    func write(_ message: String, level: LogLevels)
}

/// Writes each message as a line to standard error.
public struct StandardErrorLog: LogDestination {
    /// Makes the destination, which has no settings.
    public init() {}

    /// Writes the line, whatever its level, after `[gatehouse]`.
    public func write(_ message: String, level: LogLevels) {
        FileHandle.standardError.write(Data("[gatehouse] \(message)\n".utf8))
    }
}
