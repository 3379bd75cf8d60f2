import RiskSignals
import Signals

/// The calls about the checkout page.
public struct CheckoutContext: Sendable {
    let signals: Signals

    /// Records an attempt to pay.
    public func purchaseAttempt(with method: PaymentMethod) { purchaseAttempt(with: method.rawValue) }
    /// Records an attempt to pay by another method; one that isn't declared is reduced to its length.
    public func purchaseAttempt(with method: String) { signals.record(.purchaseAttempt(method: signals.word(method))) }
    /// The same, by the form of the other SDKs.
    public func purchaseAttempt(_ method: PaymentMethod) { purchaseAttempt(with: method) }
    /// The same, by the form of the other SDKs.
    public func purchaseAttempt(_ method: String) { purchaseAttempt(with: method) }
    /// Records a successful purchase.
    public func purchaseSuccess() { signals.record(.plain(.purchaseSuccess)) }
    /// Records a failed purchase.
    public func purchaseFailed() { signals.record(.plain(.purchaseFailed)) }
    /// Records a coupon that was used.
    public func applyCoupon() { signals.record(.plain(.applyCoupon)) }
}
