/// The pages of an app, each with its calls. Of e-mail addresses, telephone numbers and other texts only what docs/risk.md says is left.
extension SecuredTouch {
    /// The calls about the sign-in page.
    public var loginContext: LoginContext { LoginContext(signals: signals) }
    /// The calls about the registration page.
    public var registrationContext: RegistrationContext { RegistrationContext(signals: signals) }
    /// The calls about the account page.
    public var accountContext: AccountContext { AccountContext(signals: signals) }
    /// The calls about the checkout page.
    public var checkoutContext: CheckoutContext { CheckoutContext(signals: signals) }
    /// The calls about a product's page.
    public var productContext: ProductContext { ProductContext(signals: signals) }
    /// The calls about the catalogue.
    public var catalogContext: CatalogContext { CatalogContext(signals: signals) }
    /// The calls about a challenge.
    public var challengeContext: ChallengeContext { ChallengeContext(signals: signals) }
    /// The calls about the cart.
    public var cartContext: CartContext { CartContext(signals: signals) }
    /// The calls about the orders.
    public var ordersContext: OrdersContext { OrdersContext(signals: signals) }
    /// The calls about the chat.
    public var chatContext: ChatContext { ChatContext(signals: signals) }
    /// The calls about the feed.
    public var feedContext: FeedContext { FeedContext(signals: signals) }
    /// The calls about the feedback page.
    public var feedbackContext: FeedbackContext { FeedbackContext(signals: signals) }
}
