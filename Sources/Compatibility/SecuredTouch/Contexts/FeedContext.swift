import RiskSignals
import Signals

/// The calls about the feed.
public struct FeedContext: Sendable {
    let signals: Signals

    /// Records the start of a stream.
    public func startStream() { signals.record(.plain(.startStream)) }
    /// Records the end of a stream.
    public func endStream() { signals.record(.plain(.endStream)) }
}
