import RiskSignals
import Signals

/// The calls about a product's page.
public struct ProductContext: Sendable {
    let signals: Signals

    /// Records an item that was put into the cart.
    public func addToCart() { signals.record(.plain(.addToCart)) }
    /// Records an item that was saved for later.
    public func saveItem() { signals.record(.plain(.saveItem)) }
}
