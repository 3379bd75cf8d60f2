import Foundation
import ScriptMessages
import Synchronization
import WorkerMessages

/// A thread that ends the process when a run computes for too long or grows too large.
///
/// The interpreter stops an endless loop by itself, but not a built-in function such as a regular expression, and knows no bound on
/// memory. The processor's time counts, not the clock's: a run that waits for its turn on a busy machine, or for the server,
/// doesn't compute.
final class Watchdog: Sendable {
    /// The processor time that a run may take beyond its limit, for the interpreter to stop it gently.
    private static let grace = Duration.milliseconds(200)
    private static let interval = Duration.milliseconds(2)

    let size = ResidentSize()
    private let watch = Mutex<Watch?>(nil)
    private let work = DispatchSemaphore(value: 0)

    private struct Watch {
        /// The processor time of the process at which the run has had its share.
        let end: Duration
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
        let end = Self.processorTime + .milliseconds(limits.milliseconds) + Self.grace
        watch.withLock { $0 = Watch(end: end, mebibytes: limits.mebibytes) }
        work.signal()
    }

    func rest() { watch.withLock { $0 = nil } }

    /// The processor time that the process has used so far.
    private static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Ends the process if it must; false when there is nothing to watch.
    private func check() -> Bool {
        guard let watch = watch.withLock({ $0 }) else { return false }
        if Self.processorTime > watch.end { _exit(WorkerExit.time.rawValue) }
        if size.mebibytes > watch.mebibytes { _exit(WorkerExit.memory.rawValue) }
        return true
    }
}
