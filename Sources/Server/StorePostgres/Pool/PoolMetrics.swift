internal import Metrics
internal import Primitives
internal import Synchronization

/// The measures of a pool's connections.
final class PoolMetrics: Sendable {
    private let waits = Metrics.Timer(label: "database_connection_wait_seconds")
    private let using = Atomic(0)

    /// The connections on which a body runs at the moment.
    var used: Int { using.load(ordering: .relaxed) }

    /// Counts a connection as used while `body` runs.
    ///
    /// - Parameter since: the moment from which on the job has waited for it.
    func use(waitingSince since: ContinuousClock.Instant, _ body: () -> Void) {
        waits.recordNanoseconds(since.duration(to: .now).wholeNanoseconds)
        using.add(1, ordering: .relaxed)
        defer { using.subtract(1, ordering: .relaxed) }
        body()
    }

    /// Counts a body that is run again after a failure.
    func countRetry(after failure: PostgresFailure) {
        Counter(label: "database_retries_total", dimensions: [("sqlstate", failure.state ?? "none")]).increment()
    }
}
