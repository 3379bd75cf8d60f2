/// The reason for which an event was dropped, by its name on the wire; each is counted.
public enum DropReason: String, Sendable, CaseIterable {
    /// The buffer was full; the oldest behaviour goes first.
    case full
    /// More behaviour a second than ``SignalLimits/rate``.
    case rate
    /// The SDK was not started.
    case notStarted
    /// The SDK was paused.
    case paused
    /// Behaviour alone was paused, or isn't collected.
    case behaviorPaused
    /// Sealed payloads could not be sent, and the queue was full; the oldest goes first.
    case offline
    /// The server refused the payload.
    case refused
}
