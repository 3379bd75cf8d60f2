import CallbackBridge
public import Foundation
import FRCore
import Primitives

/// Today's library's names for the calls of ``PIProtect``, to which they lead (`docs/protocols/platform.md` 9.3).
public final class PingOneSignals: Sendable {
    /// Called when the library is started, or couldn't be.
    public typealias InitCallback = (_ isInitialized: Bool, _ error: NSError?) -> Void

    private enum Outcome {
        case initialized
        case failed(NSError)
    }

    private struct State {
        var instance: PingOneSignals?
        var callback: InitCallback?
        var outcome: Outcome?
    }

    private static let state = Lock(Handoff(State()))

    private init() {}

    /// Starts the library.
    @discardableResult
    public static func initSDK(initParams: POInitParams) -> PingOneSignals? {
        let instance = PingOneSignals()
        change { ($0.instance, $0.outcome) = (instance, nil) }
        PIProtect.start(initParams: initParams.protect) { error in tell(error.map { .failed($0 as NSError) } ?? .initialized) }
        return instance
    }

    /// Returns the started library; nil before ``initSDK(initParams:)``.
    public static func sharedInstance() -> PingOneSignals? { state.withLock { $0.value.instance } }

    /// Sets the closure that learns whether the library is started; one that is set later learns it at once.
    public func setInitCallback(_ callback: @escaping InitCallback) {
        var outcome: Outcome?
        Self.change { state in
            state.callback = callback
            outcome = state.outcome
        }
        if let outcome { Self.tell(outcome) }
    }

    /// Brings the signals since the last call.
    public func getData(_ completion: @escaping (_ data: String?, _ error: NSError?) -> Void) {
        PIProtect.getData { completion($0, $1.map { $0 as NSError }) }
    }

    /// Stops collecting behaviour.
    public func pauseBehavioralData() { PIProtect.pauseBehavioralData() }
    /// Collects behaviour again.
    public func resumeBehavioralData() { PIProtect.resumeBehavioralData() }

    private static func change(_ edit: (inout State) -> Void) {
        state.withLock { held in
            var state = held.value
            edit(&state)
            held = Handoff(state)
        }
    }

    private static func tell(_ outcome: Outcome) {
        var callback: InitCallback?
        change { state in
            state.outcome = outcome
            callback = state.callback
        }
        switch outcome {
        case .initialized: callback?(true, nil)
        case .failed(let error): callback?(false, error)
        }
    }
}
