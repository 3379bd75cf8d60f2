import Foundation
import LoopbackRedirect
import Synchronization

/// Stands in for the browser: remembers what was opened.
final class RecordingOpener: URLOpener {
    private let seen = Mutex<[URL]>([])

    var opened: [URL] { seen.withLock { $0 } }

    func open(_ url: URL) async throws { seen.withLock { $0.append(url) } }
}
