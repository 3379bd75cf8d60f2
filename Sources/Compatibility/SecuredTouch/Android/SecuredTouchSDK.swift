import Signals

/// The calls by their names in the SDK for Android, on the one SDK that is started. Before that, they do nothing.
public enum SecuredTouchSDK {
    /// Starts the SDK.
    /// - Parameter application: taken without an effect.
    public static func `init`(_ application: Any?, _ params: STInitParams) {
        guard let sdk = SecuredTouch.initSDK(params) else { return }
        SecuredTouchSDKListeners.install(on: sdk)
    }

    /// Sets who is told of the start and its failure.
    public static func setEventListener(_ listener: any StatusEventListener) { SecuredTouchSDKListeners.set(status: listener) }
    /// Sets who is told of new tokens.
    public static func setTokenReadyListener(_ listener: any TokenReadyListener) { SecuredTouchSDKListeners.set(token: listener) }

    /// Returns the identifier of the SDK; nil before the start.
    public static func getInstanceUUID() -> String? { SecuredTouch.started?.getInstanceUUID() }
    /// Returns the token; nil when there is none.
    public static func getToken() -> String? { SecuredTouch.started?.getToken() }
    /// Says who the user is.
    public static func login(_ userId: String) { SecuredTouch.started?.login(userId) }
    /// Says who the user is, and the session.
    public static func login(_ userId: String, _ sessionId: String) { SecuredTouch.started?.login(userId, andSessionId: sessionId) }
    /// Says that no user is signed in any more.
    public static func logout() { SecuredTouch.started?.logout() }
    /// Says that no user is signed in any more, and which session continues.
    public static func logout(_ sessionId: String) { SecuredTouch.started?.logout(sessionId) }
    /// Says what the session is.
    public static func setSessionId(_ sessionId: String) { SecuredTouch.started?.setSessionId(sessionId) }
    /// Marks a point in the session.
    @discardableResult
    public static func addTag(_ tag: String) -> SecuredTouchSDK.Type {
        SecuredTouch.started?.addTag(tag)
        return self
    }
    /// Marks a point in the session, with further information.
    @discardableResult
    public static func addTag(_ tag: String, _ value: String) -> SecuredTouchSDK.Type {
        SecuredTouch.started?.addTag(tag, withValue: value)
        return self
    }
    /// Sends what waits, now.
    public static func flush() { SecuredTouch.started?.flush() }
    /// Pauses collecting and the network.
    public static func pause() { SecuredTouch.started?.pause() }
    /// Continues after a pause.
    public static func resume() { SecuredTouch.started?.resume() }
    /// Stops collecting behaviour.
    public static func pauseBehavioralData() { SecuredTouch.started?.pauseBehavioralData() }
    /// Collects behaviour again.
    public static func resumeBehavioralData() { SecuredTouch.started?.resumeBehavioralData() }
}

/// The pages of an app, each with its calls.
extension SecuredTouchSDK {
    /// The calls of ``SecuredTouch/loginContext`` of the started SDK; nil before.
    public static var LOGIN: LoginContext? { SecuredTouch.started?.loginContext }
    /// The calls of ``SecuredTouch/registrationContext`` of the started SDK; nil before.
    public static var REGISTRATION: RegistrationContext? { SecuredTouch.started?.registrationContext }
    /// The calls of ``SecuredTouch/accountContext`` of the started SDK; nil before.
    public static var ACCOUNT: AccountContext? { SecuredTouch.started?.accountContext }
    /// The calls of ``SecuredTouch/checkoutContext`` of the started SDK; nil before.
    public static var CHECKOUT: CheckoutContext? { SecuredTouch.started?.checkoutContext }
    /// The calls of ``SecuredTouch/productContext`` of the started SDK; nil before.
    public static var PRODUCT: ProductContext? { SecuredTouch.started?.productContext }
    /// The calls of ``SecuredTouch/catalogContext`` of the started SDK; nil before.
    public static var CATALOG: CatalogContext? { SecuredTouch.started?.catalogContext }
    /// The calls of ``SecuredTouch/challengeContext`` of the started SDK; nil before.
    public static var CHALLENGE: ChallengeContext? { SecuredTouch.started?.challengeContext }
    /// The calls of ``SecuredTouch/cartContext`` of the started SDK; nil before.
    public static var CART: CartContext? { SecuredTouch.started?.cartContext }
    /// The calls of ``SecuredTouch/ordersContext`` of the started SDK; nil before.
    public static var ORDERS: OrdersContext? { SecuredTouch.started?.ordersContext }
    /// The calls of ``SecuredTouch/chatContext`` of the started SDK; nil before.
    public static var CHAT: ChatContext? { SecuredTouch.started?.chatContext }
    /// The calls of ``SecuredTouch/feedContext`` of the started SDK; nil before.
    public static var FEED: FeedContext? { SecuredTouch.started?.feedContext }
    /// The calls of ``SecuredTouch/feedbackContext`` of the started SDK; nil before.
    public static var FEEDBACK: FeedbackContext? { SecuredTouch.started?.feedbackContext }
}

/// The calls that the document for Android has on this class.
extension SecuredTouch {
    /// The calls of ``checkoutContext`` of the started SDK; nil before.
    public static var CHECKOUT: CheckoutContext? { SecuredTouchSDK.CHECKOUT }
    /// Stops collecting behaviour.
    public static func pauseBehavioralData() { SecuredTouchSDK.pauseBehavioralData() }
    /// Collects behaviour again.
    public static func resumeBehavioralData() { SecuredTouchSDK.resumeBehavioralData() }
}
