internal import Primitives
internal import Store

/// The bounds within which a body is run again, and the pauses before.
struct RunBounds {
    /// The most tries of one body.
    private static let mostTries = 30
    /// The tries beside others that ended in a conflict, after which a body runs alone among those of its process.
    private static let triesTogether = 3
    /// The most tries after failures that one more preparation or a second look settles.
    private static let mostRepairs = 2

    let end: WaitLimit
    private var tries = 0
    private var conflicts = 0
    private var repairs = 0

    init(until end: WaitLimit) { self.end = end }

    /// Whether the next try is to be alone.
    var isAlone: Bool { conflicts >= Self.triesTogether }

    /// Counts a try that has failed, and tells whether one more is made.
    mutating func allowsAnother(after failure: PostgresFailure) -> Bool {
        tries += 1
        // A row that was waited for in vain is another process's: others needn't wait with this body.
        if failure.isConflict, failure.state != "55P03" { conflicts += 1 }
        if !failure.isConflict, !failure.isDeparture { repairs += 1 }
        return tries < Self.mostTries && repairs <= Self.mostRepairs && !end.isPast
    }

    /// Sleeps before the next try: longer after each, and not as long as another body that failed together with this one.
    func pause(_ pool: PostgresPool) {
        let longest = Duration.milliseconds(1 << min(tries, 6))
        PostgresPool.sleep(min(longest * pool.fraction(), end.remaining))
    }
}
