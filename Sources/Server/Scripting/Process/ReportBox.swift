import Primitives
import ScriptMessages
import Synchronization

/// The reports of a script's process, from the event loop that reads them to the one task that waits for them.
final class ReportBox: Sendable {
    /// More than this unread is no script that we started any more.
    private static let most = 1000

    private let content = Mutex(Content())

    private struct Content {
        var reports: [ScriptReport] = []
        var waiting: CheckedContinuation<ScriptReport?, Never>?
        var isClosed = false
    }

    var isClosed: Bool { content.withLock { $0.isClosed } }

    /// Adds a report; false when the box is full.
    func put(_ report: ScriptReport) -> Bool {
        let waiting: CheckedContinuation<ScriptReport?, Never>? = content.withLock { content in
            if content.waiting == nil { content.reports.append(report) }
            defer { content.waiting = nil }
            return content.waiting
        }
        waiting?.resume(returning: report)
        return content.withLock { $0.reports.count < Self.most }
    }

    /// No more reports will come.
    func close() {
        let waiting = content.withLock { content in
            content.isClosed = true
            defer { content.waiting = nil }
            return content.waiting
        }
        waiting?.resume(returning: nil)
    }

    /// The next report; nil when the process is gone.
    func next() async -> ScriptReport? {
        await withCheckedContinuation { continuation in
            let ready: ScriptReport?? = content.withLock { content in
                if !content.reports.isEmpty { return content.reports.removeFirst() }
                if content.isClosed { return .some(nil) }
                content.waiting = continuation
                return nil
            }
            if let ready { continuation.resume(returning: ready) }
        }
    }
}
