import Foundation
import Primitives
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

    /// Starts the thread. By the C library: Foundation's threads would bring 40 MB of Unicode data into the program.
    init() {
        var thread = pthread_t(bitPattern: 0)
        let failure = pthread_create(&thread, nil, { Watchdog.stand($0) }, Unmanaged.passRetained(self).toOpaque())
        // No script runs unwatched.
        guard failure == 0 else { exit(WorkerExit.unconfined.rawValue) }
    }

    private static func stand(_ watchdog: UnsafeMutableRawPointer?) -> Never {
        guard let watchdog else { exit(WorkerExit.unconfined.rawValue) }
        Unmanaged<Watchdog>.fromOpaque(watchdog).takeUnretainedValue().stand()
    }

    private func stand() -> Never {
        var pause = timespec(tv_sec: 0, tv_nsec: Int(Self.interval.components.attoseconds / 1_000_000_000))
        while true {
            work.wait()
            while check() { nanosleep(&pause, nil) }
        }
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
