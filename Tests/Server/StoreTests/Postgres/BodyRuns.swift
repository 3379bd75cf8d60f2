import Synchronization

/// Counts the runs of a body.
final class BodyRuns: Sendable {
    private let number = Atomic(0)

    var count: Int { number.load(ordering: .sequentiallyConsistent) }

    /// Counts one more, and returns its number.
    func next() -> Int { number.add(1, ordering: .sequentiallyConsistent).newValue }
}
