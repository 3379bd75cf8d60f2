import RiskSignals
import Signals

/// The calls about the feedback page.
public struct FeedbackContext: Sendable {
    let signals: Signals

    /// Records a fraud that the user reported.
    public func reportFraud() { signals.record(.plain(.reportFraud)) }
}
