import CallbackBridge
import Signals
import Primitives

/// The closures that the app set, and what they would have been called with before.
final class Listeners: Sendable {
    typealias Failure = (_ uuid: String?, _ message: String?, _ code: Int) -> Void

    struct State {
        var initialized: ((_ uuid: String?) -> Void)?
        var failed: Failure?
        var tokenReady: (() -> Void)?
        var outcome: Result<String, Failed>?
        var hasToken = false
    }

    struct Failed: Error {
        let uuid: String
        let error: SignalsError
    }

    private let state = Lock(Handoff(State()))

    func change(_ edit: (inout State) -> Void) -> State {
        state.withLock { held in
            var state = held.value
            edit(&state)
            held = Handoff(state)
            return held
        }.value
    }

    /// Tells the outcome of the start, now or when a closure is set.
    func tell(_ outcome: Result<String, Failed>) {
        let state = change { $0.outcome = outcome }
        switch outcome {
        case .success(let uuid): state.initialized?(uuid)
        case .failure(let failed): state.failed?(failed.uuid, failed.error.reason, failed.error.code.rawValue)
        }
    }

    func tellToken() { change { $0.hasToken = true }.tokenReady?() }
}
