internal import Foundation
internal import Primitives

/// The order among the writers of this process: any number of bodies at once, or a single one that has lost too often against the others.
final class TurnGate: @unchecked Sendable {  // its state is reached only while the condition is locked
    private let condition = NSCondition()
    private var running = 0
    private var waitingAlone = 0
    private var isAlone = false

    /// Runs `body` beside others, once no other is or wants to be alone.
    func together<Value>(_ body: () -> Value) -> Value {
        condition.lock()
        while isAlone || waitingAlone > 0 { condition.wait() }
        running += 1
        condition.unlock()
        defer { leave { running -= 1 } }
        return body()
    }

    /// Runs `body` alone, once those have ended that run: after `patience` beside them, as one of them may take long.
    func alone<Value>(patience: Duration, _ body: () -> Value) -> Value {
        condition.lock()
        waitingAlone += 1
        let end = Date(timeIntervalSinceNow: Double(patience.components.seconds) + Double(patience.components.attoseconds) / 1e18)
        while isAlone || running > 0, condition.wait(until: end) {}
        waitingAlone -= 1
        let gotAlone = !isAlone && running == 0
        if gotAlone { isAlone = true } else { running += 1 }
        condition.broadcast()
        condition.unlock()
        defer { leave { if gotAlone { isAlone = false } else { running -= 1 } } }
        return body()
    }

    private func leave(_ change: () -> Void) {
        condition.lock()
        change()
        condition.broadcast()
        condition.unlock()
    }
}
