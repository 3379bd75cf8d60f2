import JourneyMessages
import Primitives

/// Asks for the token of a CAPTCHA.
public final class ReCaptchaCallback: SingleValueCallback {
    /// The key of the site, for the provider's library.
    public var recaptchaSiteKey: String { wire.output("recaptchaSiteKey")?.string ?? "" }

    /// The token, as text.
    public var value: String? {
        get { getValue() as? String }
        set { setValue(newValue) }
    }
}
