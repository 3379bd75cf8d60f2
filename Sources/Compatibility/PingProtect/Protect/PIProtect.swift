import CallbackBridge
import FRAuth
import FRCore
import Foundation
public import Signals

/// Collects signals for a risk evaluation.
public final class PIProtect {
    private init() {}

    /// Takes what the app observes of its user itself: on systems without observers of the SDK's, and for screens that these don't see. It is an
    /// addition of ours; what is fed before the start, and while behaviour is paused, is dropped.
    public static var behaviorFeed: BehaviorFeed { ProtectSDK.behaviorFeed }

    /// Registers the module's callbacks, in place of those that were registered for the same types. Where an app registers none, the module's
    /// are found without this call.
    public static func registerCallbacks() {
        CallbackFactory.shared.registerCallback(
            callbackType: "PingOneProtectInitializeCallback", callbackClass: PingOneProtectInitializeCallback.self)
        CallbackFactory.shared.registerCallback(
            callbackType: "PingOneProtectEvaluationCallback", callbackClass: PingOneProtectEvaluationCallback.self)
    }

    /// Begins to collect, and calls `callback` once: with nil, or with what went wrong. When the server couldn't be reached, collecting has
    /// begun all the same, and ``getData(completion:)`` tries again.
    /// - Parameter initParams: the settings; nil for the defaults, with which there is no environment to collect for.
    public static func start(initParams: PIInitParams? = nil, callback: @escaping ((any Error)?) -> Void) {
        let (params, done) = (initParams ?? PIInitParams(), Handoff(callback))
        Task {
            do {
                try await ProtectSDK.start(params)
                done.value(nil)
            } catch { done.value(documented(error)) }
        }
    }

    /// The same, without a completion.
    public static func start(_ params: PIInitParams) { start(initParams: params) { _ in } }

    /// Stops collecting behaviour; all else continues. Before the start, nothing happens.
    public static func pauseBehavioralData() { try? ProtectSDK.signals().pauseBehavior() }

    /// Collects behaviour again.
    public static func resumeBehavioralData() { try? ProtectSDK.signals().resumeBehavior() }

    /// Brings the signals since the last call, signed and sealed: an opaque text for a risk evaluation.
    public static func getData(completion: @escaping (_ data: String?, _ error: (any Error)?) -> Void) {
        let done = Handoff(completion)
        Task {
            do { done.value(try await ProtectSDK.signals().data(), nil) } catch { done.value(nil, documented(error)) }
        }
    }

    static func documented(_ error: any Error) -> NSError {
        let code = (error as? SignalsError)?.code.rawValue ?? 0
        let reason = (error as? SignalsError)?.reason ?? (error as? any LocalizedError)?.errorDescription ?? "\(error)"
        return NSError(domain: "PingProtect", code: code, userInfo: [NSLocalizedDescriptionKey: reason])
    }
}
