import RiskSignals
import Signals

/// The calls about a challenge.
public struct ChallengeContext: Sendable {
    let signals: Signals

    /// Records a challenge.
    public func challengeInvoked(with type: ChallengeType) { challengeInvoked(with: type.rawValue) }
    /// Records another challenge; one that isn't declared is reduced to its length.
    public func challengeInvoked(with type: String) { signals.record(.challengeInvoked(kind: signals.word(type))) }
    /// The same, by the form of the other SDKs.
    public func challengeInvoked(_ type: ChallengeType) { challengeInvoked(with: type) }
    /// The same, by the form of the other SDKs.
    public func challengeInvoked(_ type: String) { challengeInvoked(with: type) }
    /// Records a challenge that the user passed.
    public func challengeSuccess() { signals.record(.plain(.challengeSuccess)) }
    /// Records a challenge that the user didn't pass.
    public func challengeFailed() { signals.record(.plain(.challengeFailed)) }
}
