import Foundation
import ScriptMessages
import Synchronization

/// A thread that ends the process when a run takes too long or grows too large.
///
/// The interpreter stops an endless loop by itself, but not a built-in function such as a regular expression, and knows no bound on
/// memory.
final class Watchdog: Sendable {
    /// The time that a run may take beyond its limit, for the interpreter to stop it gently.
    private static let grace = Duration.milliseconds(200)
    private static let interval = Duration.milliseconds(2)

    let size = ResidentSize()
    private let watch = Mutex<Watch?>(nil)
    private let work = DispatchSemaphore(value: 0)

    private struct Watch {
        var left: Duration
        /// The time when the run last went on; nil while it waits for the server, which doesn't count.
        var since: ContinuousClock.Instant?
        let mebibytes: Int
    }

    init() {
        let thread = Thread { [self] in
            while true {
                work.wait()
                while check() { Thread.sleep(forTimeInterval: Double(Self.interval.components.attoseconds) * 1e-18) }
            }
        }
        thread.start()
    }

    /// Watches a run until ``rest()``.
    func watch(_ limits: ScriptLimits) {
        watch.withLock {
            $0 = Watch(left: .milliseconds(limits.milliseconds) + Self.grace, since: .now, mebibytes: limits.mebibytes)
        }
        work.signal()
    }

    func rest() { watch.withLock { $0 = nil } }

    /// Does something whose time isn't the script's.
    func pausing<Value>(_ body: () -> Value) -> Value {
        watch.withLock { watch in
            guard let since = watch?.since else { return }
            watch?.left -= since.duration(to: .now)
            watch?.since = nil
        }
        defer { watch.withLock { $0?.since = .now } }
        return body()
    }

    /// Ends the process if it must; false when there is nothing to watch.
    private func check() -> Bool {
        guard let watch = watch.withLock({ $0 }) else { return false }
        if let since = watch.since, since.duration(to: .now) > watch.left { _exit(ScriptExit.time.rawValue) }
        if size.mebibytes > watch.mebibytes { _exit(ScriptExit.memory.rawValue) }
        return true
    }
}
