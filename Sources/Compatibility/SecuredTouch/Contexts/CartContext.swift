import RiskSignals
import Signals

/// The calls about the cart.
public struct CartContext: Sendable {
    let signals: Signals

    /// Records the clearing of the cart.
    public func clearCart() { signals.record(.plain(.clearCart)) }
    /// Records an item that was taken out.
    public func deleteItem() { signals.record(.plain(.deleteItem)) }
    /// Records the way to the checkout page.
    public func goToCheckout() { signals.record(.plain(.goToCheckout)) }
}
