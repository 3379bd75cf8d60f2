import Foundation

/// Takes the SDK's messages ("Customize the Ping SDK for iOS logger").
public protocol FRLogger {
    /// Takes a message of the level verbose, with the prefixes to write before it.
    func logVerbose(timePrefix: String, logPrefix: String, message: String)
    /// Takes a message of the level info, with the prefixes to write before it.
    func logInfo(timePrefix: String, logPrefix: String, message: String)
    /// Takes a message of the level network, with the prefixes to write before it.
    func logNetwork(timePrefix: String, logPrefix: String, message: String)
    /// Takes a message of the level warning, with the prefixes to write before it.
    func logWarning(timePrefix: String, logPrefix: String, message: String)
    /// Takes a message of the level error, with the prefixes to write before it.
    func logError(timePrefix: String, logPrefix: String, message: String)
}

/// Writes each message as a line to standard error, which Xcode shows in its console: the default.
public final class FRConsoleLogger: FRLogger {
    /// Makes one, which has no settings.
    public init() {}

    /// Writes the message, whatever its level.
    public func logVerbose(timePrefix: String, logPrefix: String, message: String) { write(timePrefix, logPrefix, message) }
    /// Writes the message, whatever its level.
    public func logInfo(timePrefix: String, logPrefix: String, message: String) { write(timePrefix, logPrefix, message) }
    /// Writes the message, whatever its level.
    public func logNetwork(timePrefix: String, logPrefix: String, message: String) { write(timePrefix, logPrefix, message) }
    /// Writes the message, whatever its level.
    public func logWarning(timePrefix: String, logPrefix: String, message: String) { write(timePrefix, logPrefix, message) }
    /// Writes the message, whatever its level.
    public func logError(timePrefix: String, logPrefix: String, message: String) { write(timePrefix, logPrefix, message) }

    private func write(_ parts: String...) {
        FileHandle.standardError.write(Data((parts.joined(separator: " ") + "\n").utf8))
    }
}
