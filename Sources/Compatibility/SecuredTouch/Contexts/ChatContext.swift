import RiskSignals
import Signals

/// The calls about the chat.
public struct ChatContext: Sendable {
    let signals: Signals

    /// Records a message in the chat, without its text.
    public func addMessage() { signals.record(.plain(.addMessage)) }
}
