import Primitives

/// The kinds of reasons for which sign-ins fail, as metrics have them: the audit log's own reasons have texts from outside in them.
enum SignInFailure: String, CaseIterable {
    case password, oneTimePassword = "one_time_password", passcode, recoveryCode = "recovery_code"
    case securityQuestions = "security_questions", push, passkey, device, secondFactor = "second_factor", captcha, risk, locked, session
    case journey, other

    /// The beginnings of the reasons that the audit log has.
    private static let beginnings: [(String, SignInFailure)] = [
        ("wrong user name or password", .password), ("wrong one-time password", .oneTimePassword),
        ("no one-time password", .oneTimePassword), ("wrong one-time passcode", .passcode), ("wrong recovery code", .recoveryCode),
        ("a recovery code of no user", .recoveryCode), ("wrong answers to security questions", .securityQuestions), ("the push ", .push),
        ("the app wasn't asked", .push), ("the request in the app", .push), ("WebAuthn", .passkey), ("device ", .device),
        ("the device says", .device), ("app integrity", .device), ("the second factor", .secondFactor), ("CAPTCHA", .captcha),
        ("risk:", .risk), ("the account is locked", .locked), ("the session ", .session), ("another user", .session),
        ("the journey ended in failure", .journey), ("no user proved", .journey),
    ]

    /// The kind of a reason, by its beginning.
    init(reason: String) { self = Self.beginnings.first { reason.hasPrefix($0.0) }?.1 ?? .other }
}
