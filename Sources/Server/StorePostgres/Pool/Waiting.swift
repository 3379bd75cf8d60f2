internal import Store

/// A job with the time until which it may be tried.
struct Waiting: Sendable {
    let job: PostgresJob
    let end: WaitLimit
    /// The moment from which on it waits.
    let since = ContinuousClock.now
}
