import CallbackBridge
import FRAuth
import FRCore
import Foundation
import JourneyMessages
import Primitives

/// Asks the app for the signals that it has collected.
public final class PingOneProtectEvaluationCallback: ProtectCallback {
    /// Whether to stop collecting behaviour; nil when the server doesn't say.
    public var pauseBehavioralData: Bool? { output("pauseBehavioralData")?.bool }

    /// Sets the signals.
    public func setData(_ data: String) { set("signals", data, hidden: "pingone_risk_evaluation_signals") }

    /// The same as ``setData(_:)``.
    public func setSignals(_ data: String) { setData(data) }

    /// Puts the signals into the callback. A failure becomes its client error.
    public func getData(completion: @escaping ProtectResultCallback) {
        let (callback, done) = (Handoff(self), Handoff(completion))
        PIProtect.getData { data, error in
            if let data {
                callback.value.setData(data)
                return done.value(.success)
            }
            let failure = PingOneProtectEvaluationException(error?.localizedDescription ?? "there are no signals")
            callback.value.setClientError(failure.localizedDescription)
            done.value(.failure(failure))
        }
    }
}
