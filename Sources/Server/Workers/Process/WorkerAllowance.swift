/// The time that a worker may take for a piece of work, reckoned by the server: the process keeps its own account, but might not be itself
/// any more.
package struct WorkerAllowance: Sendable {
    /// The processor time beyond the process' own limits that it may take, to start and to say that it has reached one.
    private static let grace = Duration.milliseconds(1500)

    private let processor: Duration
    private var silence: Duration
    private var end = Duration.zero

    /// - Parameters:
    ///   - processor: the processor time that the work may take.
    ///   - silence: the time by the clock, beyond that, for which the process may be silent in all.
    package init(processor: Duration, silence: Duration) {
        self.processor = processor
        self.silence = silence + processor
    }

    /// Takes note of the processor time that the process has used before the work.
    mutating func begin(after used: Duration) { end = used + processor + Self.grace }

    /// Tells whether the process must end: it has used more processor time, or been silent for longer, than the work may.
    ///
    /// - Parameter waited: the wait that continues, which ``spend(_:)`` hasn't taken note of.
    func isOver(used: Duration, waited: Duration) -> Bool { used > end || waited > silence }

    /// Takes note of a wait that has ended.
    mutating func spend(_ waited: Duration) { silence -= waited }
}
