import Synchronization

/// The interpreter's own limit on the time that a script computes; it stops loops gently, and the process lives on.
final class InterpreterClock: Sendable {
    private let ranOut = Atomic(false)

    /// Whether the limit was reached since it was set.
    var hasRunOut: Bool { ranOut.load(ordering: .relaxed) }

    func limit(_ group: JSContextGroupRef, milliseconds: Int) {
        ranOut.store(false, ordering: .relaxed)
        JSContextGroupSetExecutionTimeLimit(
            group, Double(milliseconds) / 1000,
            { _, user in
                guard let user else { return true }
                Unmanaged<InterpreterClock>.fromOpaque(user).takeUnretainedValue().ranOut.store(true, ordering: .relaxed)
                return true
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}
