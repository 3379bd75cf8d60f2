package import DeviceFoundation
import Synchronization

/// Keeps what is logged.
package final class RecordingLog: LogDestination {
    private let written = Mutex<[(level: LogLevels, message: String)]>([])

    package init() {}

    package var messages: [(level: LogLevels, message: String)] { written.withLock { $0 } }
    package var text: String { messages.map(\.message).joined(separator: "\n") }

    package func write(_ message: String, level: LogLevels) { written.withLock { $0.append((level, message)) } }
}
