import DeviceFoundation
import Foundation
import Primitives
import RiskSignals

/// The state that recording changes at once, without waiting: the buffer, the counts of what was dropped, who the user is. Everything of an
/// app's own text is reduced before it comes here.
final class SignalRecorder: Sendable {
    enum Phase: Sendable { case idle, running, paused }

    struct State: Sendable {
        var phase = Phase.idle
        var isBehaviorPaused = false
        var buffer: SignalBuffer
        var dropped: [DropReason: Int] = [:]
        var rate = SignalRate()
        var identity = SignalBuffer.Identity()
        var words: Set<String>
        var token: (value: Secret, expires: Date)?
        var shown: [SignalWord: Int] = [:]
        var isFlushing = false
        /// The time before which nothing is sent by itself, after an attempt that failed.
        var nextAttempt = 0

        mutating func drop(_ reason: DropReason, _ count: Int = 1) { dropped[reason, default: 0] += count }
    }

    private let configuration: SignalsConfiguration
    private let time: any TimeSource
    private let state: Lock<State>

    init(_ configuration: SignalsConfiguration, time: any TimeSource) {
        self.configuration = configuration
        self.time = time
        state = Lock(State(buffer: SignalBuffer(limit: configuration.bufferLimit), words: configuration.words))
    }

    func change<Result: Sendable>(_ edit: (inout State) -> Result) -> Result { state.withLock { edit(&$0) } }

    /// The time in milliseconds since 1970.
    var now: Int { Int(time.now.millisecondsSince1970) }

    /// Whether behaviour is recorded now.
    var takesBehavior: Bool { change { $0.phase == .running && takesBehavior($0) } }

    private func takesBehavior(_ state: State) -> Bool { configuration.collectsBehavior && !state.isBehaviorPaused }

    /// Records an event; true when it is time to send, which is said once.
    func record(_ body: SignalEvent.Body) -> Bool {
        let now = now
        return change { state in
            if let reason = refusal(body, at: now, &state) {
                state.drop(reason)
                return false
            }
            if state.buffer.add(body, at: now, as: state.identity) { state.drop(.full) }
            return isDue(at: now, &state)
        }
    }

    private func refusal(_ body: SignalEvent.Body, at now: Int, _ state: inout State) -> DropReason? {
        switch state.phase {
        case .idle: return .notStarted
        case .paused: return .paused
        case .running: break
        }
        guard body.isBehavior else { return nil }
        guard takesBehavior(state) else { return .behaviorPaused }
        return state.rate.take(at: now) ? nil : .rate
    }

    private func isDue(at now: Int, _ state: inout State) -> Bool {
        guard configuration.sending == .continuous, !state.isFlushing, now >= state.nextAttempt else { return false }
        let isOld = state.buffer.oldest.map { now - $0 >= configuration.flushAge * 1000 } ?? false
        state.isFlushing = isOld || state.buffer.count >= configuration.flushCount
        return state.isFlushing
    }
}
