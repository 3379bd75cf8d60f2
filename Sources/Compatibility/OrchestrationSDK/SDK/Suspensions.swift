import Orchestration
import Primitives

/// An answer that a flow waits for, given once: a later one is passed over.
final class Suspension<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiting: CheckedContinuation<Value, Never>?
    }

    private let state = Lock(State())

    func give(_ value: Value) {
        let waiting = state.withLock { state -> CheckedContinuation<Value, Never>? in
            guard state.value == nil else { return nil }
            state.value = value
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: value)
    }

    func value() async -> Value {
        await withCheckedContinuation { continuation in
            let known = state.withLock { state -> Value? in
                if state.value == nil { state.waiting = continuation }
                return state.value
            }
            if let known { continuation.resume(returning: known) }
        }
    }
}

/// The answers that flows wait for: the server's to a command, and the user's on a screen. Another flow's beginning ends them all.
final class Suspensions: Sendable {
    private struct State {
        var commands: [[UInt8]: Suspension<String?>] = [:]
        var screens: [@Sendable () -> Void] = []
    }

    private let state = Lock(State())

    /// Waits for the command that answers a flow's.
    func answer(in flow: [UInt8], _ send: () -> Void) async throws -> String {
        let suspension = Suspension<String?>()
        state.withLock { $0.commands[flow] = suspension }
        send()
        guard let answer = await suspension.value() else { throw DeviceFailure(.aborted, "another flow was begun") }
        return answer
    }

    /// Hands an answer to the flow that waits for it. Says false where none does.
    func take(_ command: String, in flow: [UInt8]) -> Bool {
        guard let suspension = state.withLock({ $0.commands.removeValue(forKey: flow) }) else { return false }
        suspension.give(command)
        return true
    }

    /// Waits for the user, or for another flow's beginning, which is nil.
    func input<Value: Sendable>(_ show: (Suspension<Value?>) -> Void) async -> Value? {
        let suspension = Suspension<Value?>()
        state.withLock { $0.screens.append { suspension.give(nil) } }
        show(suspension)
        return await suspension.value()
    }

    func endAll() {
        let (commands, screens) = state.withLock { state in
            defer { state = State() }
            return (Array(state.commands.values), state.screens)
        }
        for command in commands { command.give(nil) }
        for screen in screens { screen() }
    }
}
