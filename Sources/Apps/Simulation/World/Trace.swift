internal import Crypto
package import Foundation
internal import Synchronization

/// The events, line by line. Nothing of it depends on anything but the seed.
package final class Trace: Sendable {
    private struct State {
        var hash = SHA256()
        var lines = 0
        var kept = ""
    }

    private let state = Mutex(State())
    private let start: Date
    private let keeps: Bool

    /// - Parameter keeps: whether the text is kept, and not only its hash.
    package init(start: Date, keeps: Bool) {
        self.start = start
        self.keeps = keeps
    }

    func note(_ text: String, at now: Date) {
        let line = String(format: "%.3f ", now.timeIntervalSince(start)) + text + "\n"
        state.withLock { state in
            state.hash.update(data: Array(line.utf8))
            state.lines += 1
            if keeps { state.kept += line }
        }
    }

    package var lines: Int { state.withLock { $0.lines } }
    package var text: String { state.withLock { $0.kept } }
    /// SHA-256 of all lines.
    package var digest: String {
        state.withLock { state in state.hash.finalize().map { String(format: "%02x", $0) }.joined() }
    }
}
