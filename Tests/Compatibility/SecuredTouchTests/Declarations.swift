import Foundation
import SecuredTouch

// The declarations of the documents: each is used at exactly the type that it is documented with.

func declaredParameters() -> [Any?] {
    let initParams: STInitParams = STInitParams(applicationId: "<appId>", andAppSecret: "<appSecret>", andServerHost: "<serverHost>")
    initParams.userId = "<currentUserId>"
    initParams.sessionId = "<sessionId>"
    initParams.debugMode = false
    let (console, external): (Bool, Bool) = (initParams.consoleLogEnabled, initParams.externalLogsEnabled)
    let android: STInitParams = STInitParams("<appId>", "<appSecret>", "<serverHost>")
        .setUserId("<currentUserId>").setSessionId("<sessionId>").setDebugMode(true).setConsoleLogEnabled(true)
    return [console, external, android]
}

func declaredCalls(_ sdk: SecuredTouch) -> [Any] {
    let start: (STInitParams) -> SecuredTouch? = SecuredTouch.initSDK
    let initialized: (@escaping (String?) -> Void) -> Void = sdk.onSecuredTouchInitialized
    let failed: (@escaping (String?, String?, Int) -> Void) -> Void = sdk.onSecuredTouchError
    let ready: (@escaping () -> Void) -> Void = sdk.onTokenReady
    let uuid: () -> String = sdk.getInstanceUUID
    let token: () -> String? = sdk.getToken
    let login: (String) -> Void = sdk.login(_:)
    let loginSession: (String, String) -> Void = sdk.login(_:andSessionId:)
    let logout: () -> Void = sdk.logout
    let logoutSession: (String) -> Void = sdk.logout(_:)
    let session: (String) -> Void = sdk.setSessionId(_:)
    let tag: (String) -> SecuredTouch = sdk.addTag(_:)
    let tagValue: (String, String) -> SecuredTouch = sdk.addTag(_:withValue:)
    let controls: [() -> Void] = [sdk.flush, sdk.pause, sdk.resume, sdk.pauseBehavioralData, sdk.resumeBehavioralData]
    return [start, initialized, failed, ready, uuid, token, login, loginSession, logout, logoutSession, session, tag, tagValue, controls]
}

/// The document's code for iOS.
func iOSSnippets(_ securedTouch: SecuredTouch?) {
    securedTouch?.onSecuredTouchInitialized { (uuid) in print("SecuredTouch Initialized \(uuid ?? "")") }
    securedTouch?.onSecuredTouchError { (uuid, message, code) in
        print("SecuredTouch onError - uuid: \(uuid ?? ""), message: \(message ?? ""), code: \(code)")
    }
    securedTouch?.onTokenReady { print("SecuredTouch Token is ready, \(securedTouch?.getToken() ?? "")") }
    securedTouch?.addTag("<tag-name>", withValue: "<tag-value>").addTag("<tag-name>")
    securedTouch?.loginContext.loginAttemptEmail("email@example.com")
    securedTouch?.loginContext.loginAttempt(with: .google)
    securedTouch?.loginContext.loginAttempt(with: "custom_provider")
    securedTouch?.loginContext.accountCreationTime(1_700_000_000)
    securedTouch?.loginContext.loginFailed()
    securedTouch?.registrationContext.registrationAttemptEmail("email@example.com")
    securedTouch?.registrationContext.registrationAttempt(with: .google)
    securedTouch?.registrationContext.registrationSuccess()
    securedTouch?.registrationContext.registrationFailed()
    securedTouch?.accountContext.shippingAddressChanged("new address")
    securedTouch?.accountContext.emailAddressChanged("new_email@example.com")
    securedTouch?.accountContext.notificationChanged(true, withInfo: "promotions")
    securedTouch?.accountContext.notificationChanged(false, withInfo: "coupons")
    securedTouch?.checkoutContext.purchaseAttempt(with: .credit_card)
    securedTouch?.checkoutContext.purchaseAttempt(with: "other payment method")
    securedTouch?.checkoutContext.purchaseSuccess()
    securedTouch?.checkoutContext.purchaseFailed()
    securedTouch?.productContext.addToCart()
    securedTouch?.productContext.saveItem()
    securedTouch?.challengeContext.challengeInvoked(with: "security questions")
    securedTouch?.challengeContext.challengeInvoked(with: .hide_billing)
    securedTouch?.challengeContext.challengeSuccess()
    securedTouch?.challengeContext.challengeFailed()
}

/// The calls that the document names without an example.
func namedCalls(_ sdk: SecuredTouch) {
    sdk.loginContext.forgotPassword()
    sdk.registrationContext.referralApply()
    sdk.accountContext.deleteAccount()
    sdk.accountContext.paymentMethodDisplay()
    sdk.accountContext.clearHistory()
    sdk.accountContext.useGiftCard()
    sdk.checkoutContext.applyCoupon()
    sdk.catalogContext.viewDetail()
    sdk.catalogContext.followChannel()
    sdk.catalogContext.unfollowChannel()
    sdk.cartContext.clearCart()
    sdk.cartContext.deleteItem()
    sdk.cartContext.goToCheckout()
    sdk.ordersContext.openDispute()
    sdk.ordersContext.viewDispute()
    sdk.ordersContext.viewOrderDetails()
    sdk.chatContext.addMessage()
    sdk.feedContext.startStream()
    sdk.feedContext.endStream()
    sdk.feedbackContext.reportFraud()
}

/// The document's code for Android, as Swift has it.
func androidSnippets(_ status: any StatusEventListener, _ token: any TokenReadyListener) {
    SecuredTouchSDK.setEventListener(status)
    SecuredTouchSDK.setTokenReadyListener(token)
    SecuredTouchSDK.`init`(nil, STInitParams("<appId>", "<appSecret>", "<serverHost>"))
    let texts: [String?] = [SecuredTouchSDK.getToken(), SecuredTouchSDK.getInstanceUUID()]
    SecuredTouchSDK.login("<user-id>")
    SecuredTouchSDK.login("<user-id>", "<session-id>")
    SecuredTouchSDK.logout()
    SecuredTouchSDK.logout("<session-id>")
    SecuredTouchSDK.setSessionId(texts.compactMap(\.self).joined())
    SecuredTouchSDK.addTag("<tag-name>", "<value>").addTag("<tag-name>")
    SecuredTouchSDK.flush()
    SecuredTouchSDK.pause()
    SecuredTouchSDK.resume()
    SecuredTouch.pauseBehavioralData()
    SecuredTouch.resumeBehavioralData()
    SecuredTouchSDK.LOGIN?.loginAttemptEmail("email@example.com")
    SecuredTouchSDK.LOGIN?.loginAttempt(SocialType.GOOGLE)
    SecuredTouchSDK.LOGIN?.loginAttempt("custom_provider")
    SecuredTouchSDK.LOGIN?.loginAttemptPhoneNumber("1", "2025550134")
    SecuredTouchSDK.REGISTRATION?.registrationAttempt(SocialType.GOOGLE)
    SecuredTouchSDK.REGISTRATION?.registrationAttempt("custom_provider")
    SecuredTouchSDK.ACCOUNT?.notificationChanged(true, "promotions")
    SecuredTouchSDK.CHECKOUT?.purchaseAttempt(PaymentMethod.CREDIT_CARD)
    SecuredTouchSDK.CHECKOUT?.purchaseAttempt("other payment method")
    SecuredTouch.CHECKOUT?.applyCoupon()
    SecuredTouchSDK.PRODUCT?.addToCart()
    SecuredTouchSDK.CATALOG?.viewDetail()
    SecuredTouchSDK.CHALLENGE?.challengeInvoked("security questions")
    SecuredTouchSDK.CHALLENGE?.challengeInvoked(ChallengeType.HIDE_BILLING)
    SecuredTouchSDK.CART?.clearCart()
    SecuredTouchSDK.ORDERS?.openDispute()
    SecuredTouchSDK.CHAT?.addMessage()
    SecuredTouchSDK.FEED?.startStream()
    SecuredTouchSDK.FEEDBACK?.reportFraud()
}

func declaredConstants() -> [Any] {
    let social: [SocialType] = [.facebook, .google, .apple, .twitter, .linkedin, .FACEBOOK, .GOOGLE, .APPLE, .TWITTER, .LINKEDIN]
    let payment: [PaymentMethod] = [.paypal, .credit_card, .PAYPAL, .CREDIT_CARD]
    let challenge: [ChallengeType] = [.recaptcha, .hide_billing, .RECAPTCHA, .HIDE_BILLING]
    let application: AnyClass = STApplication.self
    return [social, payment, challenge, NSStringFromClass(application)]
}
