import ResourceMessages

// The platform's names for device authentication policies (`docs/protocols/platform.md` 2.8).
extension Renaming {
    static let deviceAuthenticationPolicy = Renaming(
        "DeviceAuthenticationPolicy",
        [
            "ignoresUserLock": "ignoreUserLock",
            "notificationPolicy": .named("notificationsPolicy", Renaming("NotificationsPolicyReference")),
            "rememberMe": .of(Renaming("RememberMe", ["web": .of(rememberMe)])), "sms": .of(messagedMethod), "voice": .of(messagedMethod),
            "email": .of(messagedMethod), "whatsApp": .of(messagedMethod), "totp": .of(totpMethod), "oathToken": .of(tokenMethod),
            "fido2": .of(fido2Method), "desktop": .of(desktopMethod), "yubikey": .of(tokenMethod), "mobile": .of(mobileMethod),
            "updated": "updatedAt",
        ])

    private static let rememberMe = Renaming("RememberMeWeb", ["lifetime": .named("lifeTime", span("RememberMeLifetime"))])

    private static let messagedMethod = Renaming(
        "MessagedMethod", ["promptsForNickname": "promptForNicknameOnPairing", "otp": .of(messagedPasscode)])

    private static let messagedPasscode = Renaming(
        "MessagedPasscode",
        [
            "lifetime": .named("lifeTime", span("PasscodeLifetime")), "failure": .of(failures("MessagedFailureLimit")),
            "length": "otpLength",
        ])

    private static let devicePasscode = Renaming("DevicePasscode", ["failure": .of(failures("DeviceFailureLimit"))])

    private static let totpMethod = Renaming(
        "TOTPMethod",
        ["promptsForNickname": "promptForNicknameOnPairing", "otp": .of(devicePasscode), "gracePeriod": "passcodeGracePeriod"])

    private static let tokenMethod = Renaming(
        "TokenMethod", ["promptsForNickname": "promptForNicknameOnPairing", "otp": .of(devicePasscode)])

    private static let desktopMethod = Renaming(
        "DesktopMethod", ["otp": .of(devicePasscode), "pairingKeyLifetime": .of(span("PairingKeyLifetime"))])

    private static let fido2Method = Renaming(
        "FIDO2Method",
        [
            "promptsForNickname": "promptForNicknameOnPairing", "policy": "fido2PolicyId",
            "failure": .of(failures("DeviceFailureLimit")),
        ])

    private static func failures(_ name: String) -> Renaming { Renaming(name, ["coolDown": .of(span(name + "CoolDown"))]) }
}

// The rules of native apps in them.
extension Renaming {
    private static let mobileMethod = Renaming(
        "MobileMethod",
        ["promptsForNickname": "promptForNicknameOnPairing", "otp": .of(mobilePasscode), "applications": .of(mobileApplicationRules)])

    private static let mobilePasscode = Renaming(
        "MobilePasscode",
        [
            "failure": .of(failures("DeviceFailureLimit")),
            "window": .of(Renaming("PasscodeWindow", ["stepSize": .of(span("PasscodeStep"))])),
        ])

    private static let mobileApplicationRules = Renaming(
        "MobileApplicationRules",
        [
            "pushTimeout": .of(span("PushTimeout")), "pushLimit": .of(pushLimit), "pairingKeyLifetime": .of(span("PairingKeyLifetime")),
            "addresses": .named("ipPairingConfiguration", pairingAddresses),
            "newRequestDuration": .named("newRequestDurationConfiguration", newRequestDuration),
        ])

    private static let pushLimit = Renaming(
        "PushLimit", ["timePeriod": .of(span("PushPeriod")), "lockDuration": .of(span("PushPeriod"))])

    /// The platform's own spelling.
    private static let pairingAddresses = Renaming("PairingAddresses", ["allowsAny": "anyIPAdress", "only": "onlyTheseIpAddresses"])

    private static let newRequestDuration = Renaming(
        "NewRequestDuration", ["deviceTimeout": .of(span("DeviceTimeout")), "totalTimeout": .of(span("TotalTimeout"))])
}
