import Foundation
import Primitives
import ScriptMessages
import WorkerMessages
import WorkerPrograms

/// The line to the server: an order or a report is a frame.
final class ServerLine {
    private let pipe = ServerPipe(longest: ScriptMessageLimits.longest)

    /// The next order; nil when the server has closed the line.
    func receive() -> ScriptOrder? {
        do { return try pipe.receive().map { try ScriptOrder(frame: $0) } } catch { exit(WorkerExit.protocolError.rawValue) }
    }

    /// Sends a report.
    func send(_ report: ScriptReport) { pipe.send(report.json.encoded) }
}
