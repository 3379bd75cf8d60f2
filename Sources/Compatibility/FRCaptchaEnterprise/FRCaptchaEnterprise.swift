import FRAuth

/// The module for reCAPTCHA Enterprise.
public enum FRCaptchaEnterprise {
    /// Registers the callback's class. An app that links the module needs no call: `FRAuth` finds the class by its name.
    public static func registerCallbacks() {
        CallbackFactory.shared.registerCallback(
            callbackType: "ReCaptchaEnterpriseCallback", callbackClass: ReCaptchaEnterpriseCallback.self)
    }
}
