public import RiskSignals

/// Reports what the user does with the device: touches, motion, keystrokes. An app or an adapter to a platform implements it.
public protocol BehaviorSource: Sendable {
    /// Begins to report. The reports may come from any thread; those that come while behaviour is paused are dropped.
    func start(_ report: @escaping @Sendable (BehaviorSample) -> Void) async
    /// Ends reporting.
    func stop() async
}
