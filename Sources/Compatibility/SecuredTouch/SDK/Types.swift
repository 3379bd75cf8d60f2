/// A provider of social sign-in.
public enum SocialType: String, Sendable, CaseIterable {
    /// A provider.
    case facebook, google, apple, twitter, linkedin

    /// The provider, by its name in the SDKs for Android and the web.
    public static let FACEBOOK = SocialType.facebook, GOOGLE = SocialType.google, APPLE = SocialType.apple,
        TWITTER = SocialType.twitter, LINKEDIN = SocialType.linkedin
}

/// A method of payment.
public enum PaymentMethod: String, Sendable, CaseIterable {
    /// A method.
    case paypal, credit_card

    /// The method, by its name in the SDK for Android.
    public static let PAYPAL = PaymentMethod.paypal, CREDIT_CARD = PaymentMethod.credit_card
}

/// A challenge of the app's.
public enum ChallengeType: String, Sendable, CaseIterable {
    /// A challenge.
    case recaptcha, hide_billing

    /// The challenge, by its name in the SDK for Android.
    public static let RECAPTCHA = ChallengeType.recaptcha, HIDE_BILLING = ChallengeType.hide_billing
}
