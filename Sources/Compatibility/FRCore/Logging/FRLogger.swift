import Foundation

/// Takes the SDK's messages ("Customize the Ping SDK for iOS logger").
public protocol FRLogger {
    func logVerbose(timePrefix: String, logPrefix: String, message: String)
    func logInfo(timePrefix: String, logPrefix: String, message: String)
    func logNetwork(timePrefix: String, logPrefix: String, message: String)
    func logWarning(timePrefix: String, logPrefix: String, message: String)
    func logError(timePrefix: String, logPrefix: String, message: String)
}

/// Writes each message as a line to standard error, which Xcode shows in its console: the default.
public final class FRConsoleLogger: FRLogger {
    public init() {}

    public func logVerbose(timePrefix: String, logPrefix: String, message: String) { write(timePrefix, logPrefix, message) }
    public func logInfo(timePrefix: String, logPrefix: String, message: String) { write(timePrefix, logPrefix, message) }
    public func logNetwork(timePrefix: String, logPrefix: String, message: String) { write(timePrefix, logPrefix, message) }
    public func logWarning(timePrefix: String, logPrefix: String, message: String) { write(timePrefix, logPrefix, message) }
    public func logError(timePrefix: String, logPrefix: String, message: String) { write(timePrefix, logPrefix, message) }

    private func write(_ parts: String...) {
        FileHandle.standardError.write(Data((parts.joined(separator: " ") + "\n").utf8))
    }
}
