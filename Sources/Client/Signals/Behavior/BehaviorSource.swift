public import RiskSignals

/// Reports what the user does with the device: touches, motion, keystrokes. An app or an adapter to a platform implements it;
/// ``BehaviorFeed`` is one that takes what an app observes.
///
/// Signals call one function at a time, under a lock of theirs: an implementation doesn't call ``Signals`` from them but by the closure.
public protocol BehaviorSource: Sendable {
    /// Begins to report. The reports may come from any thread.
    func start(_ report: @escaping @Sendable (BehaviorSample) -> Void)
    /// Ends reporting, and forgets what was gathered and not reported yet. It may begin again: behaviour that is paused stops its sources.
    func stop()
    /// Reports now what was gathered and would be reported later, such as the keystrokes in a field that is still being edited.
    func reportGathered()
}

extension BehaviorSource {
    /// Does nothing, for a source that gathers nothing.
    public func reportGathered() {}
}
