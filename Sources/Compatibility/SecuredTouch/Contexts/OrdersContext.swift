import RiskSignals
import Signals

/// The calls about the orders.
public struct OrdersContext: Sendable {
    let signals: Signals

    /// Records a dispute that was opened.
    public func openDispute() { signals.record(.plain(.openDispute)) }
    /// Records a look at a dispute.
    public func viewDispute() { signals.record(.plain(.viewDispute)) }
    /// Records a look at an order's details.
    public func viewOrderDetails() { signals.record(.plain(.viewOrderDetails)) }
}
