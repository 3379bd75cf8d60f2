import Primitives

/// A call of the context API (`docs/protocols/platform.md` 9.4), by its name on the wire.
public enum ContextName: String, Sendable, CaseIterable {
    /// A call on the sign-in page.
    case loginAttempt = "login.attempt", accountCreationTime = "login.accountCreationTime", loginFailed = "login.failed",
        forgotPassword = "login.forgotPassword"
    /// A call on the registration page.
    case registrationAttempt = "registration.attempt", registrationSuccess = "registration.success",
        registrationFailed = "registration.failed", referralApply = "registration.referral"
    /// A call on the account page. The address of a shipping address's change is no part of it.
    case shippingAddressChanged = "account.shippingAddress", emailAddressChanged = "account.email",
        notificationChanged = "account.notification", deleteAccount = "account.delete",
        paymentMethodDisplay = "account.paymentMethods", clearHistory = "account.clearHistory", useGiftCard = "account.giftCard"
    /// A call on the checkout page.
    case purchaseAttempt = "checkout.attempt", purchaseSuccess = "checkout.success", purchaseFailed = "checkout.failed",
        applyCoupon = "checkout.coupon"
    /// A call on a product's page or in the catalogue.
    case addToCart = "product.addToCart", saveItem = "product.save", viewDetail = "catalog.detail", followChannel = "catalog.follow",
        unfollowChannel = "catalog.unfollow"
    /// A call about a challenge.
    case challengeInvoked = "challenge.invoked", challengeSuccess = "challenge.success", challengeFailed = "challenge.failed"
    /// A call on the page of the cart, or of the orders.
    case clearCart = "cart.clear", deleteItem = "cart.delete", goToCheckout = "cart.checkout", openDispute = "orders.openDispute",
        viewDispute = "orders.viewDispute", viewOrderDetails = "orders.details"
    /// A call in the chat, in the feed, or on the feedback page.
    case addMessage = "chat.message", startStream = "feed.start", endStream = "feed.end", reportFraud = "feedback.fraud"

    /// The call of a name; nil for none. Many events of a payload are read by it, where `init(rawValue:)` would compare all names with each.
    init?(called name: String) {
        let length = name.utf8.count
        guard length < Self.byLength.count, let found = Self.byLength[length].first(where: { $0.rawValue == name }) else { return nil }
        self = found
    }

    /// The calls, by the bytes of their names.
    private static let byLength: [[ContextName]] = (0...32).map { length in allCases.filter { $0.rawValue.utf8.count == length } }

    /// The kinds of detail that the call has; empty for none.
    var details: [ContextDetail.Kind] {
        switch self {
        case .loginAttempt: [.word, .email, .telephone]
        case .registrationAttempt: [.word, .email]
        case .emailAddressChanged: [.email]
        case .notificationChanged: [.setting]
        case .accountCreationTime: [.day]
        case .purchaseAttempt, .challengeInvoked: [.word]
        default: []
        }
    }
}
