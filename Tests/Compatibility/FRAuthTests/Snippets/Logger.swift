import FRAuth
import Foundation

/// The documentation's class, its bodies filled in: it keeps what it is told.
class MyCustomLogger: FRLogger {
    nonisolated(unsafe) static var messages: [String] = []  // the suite runs one test at a time, and FRLog one logger

    func logVerbose(timePrefix: String, logPrefix: String, message: String) {
        /// Custom verbose message handling...
        Self.messages.append("verbose \(message)")
    }

    func logInfo(timePrefix: String, logPrefix: String, message: String) {
        /// Custom info message handling...
        Self.messages.append("info \(message)")
    }

    func logNetwork(timePrefix: String, logPrefix: String, message: String) {
        /// Custom network message handling...
        Self.messages.append("network \(message)")
    }

    func logWarning(timePrefix: String, logPrefix: String, message: String) {
        /// Custom warning message handling...
        Self.messages.append("warning \(message)")
    }

    func logError(timePrefix: String, logPrefix: String, message: String) {
        /// Custom error message handling...
        Self.messages.append("error \(message)")
    }
}
