import RiskSignals
import Signals

/// The calls about the account page.
public struct AccountContext: Sendable {
    let signals: Signals

    /// Records a change of the shipping address, of which nothing is sent.
    public func shippingAddressChanged(_ address: String) { signals.record(.plain(.shippingAddressChanged)) }
    /// Records a change of the e-mail address, of which domain and length are sent.
    public func emailAddressChanged(_ email: String) { signals.record(.emailAddressChanged(email)) }
    /// Records a notification that was turned on or off; a subject that isn't declared is reduced to its length.
    public func notificationChanged(_ isOn: Bool, withInfo info: String) {
        signals.record(.notificationChanged(isOn: isOn, subject: signals.word(info)))
    }
    /// The same, by the form of the other SDKs.
    public func notificationChanged(_ isOn: Bool, _ info: String) { notificationChanged(isOn, withInfo: info) }
    /// Records an attempt to delete the account.
    public func deleteAccount() { signals.record(.plain(.deleteAccount)) }
    /// Records a look at the methods of payment.
    public func paymentMethodDisplay() { signals.record(.plain(.paymentMethodDisplay)) }
    /// Records the clearing of the account's history.
    public func clearHistory() { signals.record(.plain(.clearHistory)) }
    /// Records a gift card that was bought, shared or redeemed.
    public func useGiftCard() { signals.record(.plain(.useGiftCard)) }
}
