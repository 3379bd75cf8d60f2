/// The ways in which users prove who they are in a sign-on.
package enum Factor: String, Sendable, CaseIterable {
    case password
    /// A code that was sent by mail or text message.
    case sentCode = "sent code"
    /// A code that an app or a token makes.
    case oneTimePassword = "one-time password"
    case recoveryCode = "recovery code"
    case securityQuestions = "security questions"
    /// A link that was sent by mail.
    case sentLink = "sent link"
    case passkey
    /// A key that is bound to the user.
    case boundKey = "bound key"
    /// A push that was approved on a paired device.
    case push
    /// A code shown by the server, that was scanned and approved on a paired device.
    case scannedCode = "scanned code"
    /// A login at another provider.
    case provider
    /// A session from before, or a cookie that stands for one.
    case session
    /// An account that the run itself has made.
    case registration
    /// The means that a script goes by.
    case script
    /// Nothing: the anonymous user.
    case anonymous

    /// Whether it can be found by trying. Wrong ones are counted then, and after too many it is locked for a while.
    package var isGuessable: Bool {
        switch self {
        case .password, .sentCode, .oneTimePassword, .recoveryCode, .securityQuestions: true
        case .sentLink, .passkey, .boundKey, .push, .scannedCode, .provider, .session, .registration, .script, .anonymous: false
        }
    }

    /// The factors whose failures are over once a sign-on that this one proved has succeeded.
    ///
    /// One that can be guessed says nothing of the others: a user who knows a password may still be guessing codes. A user who has the key
    /// of a passkey or of a paired device isn't guessing anything. A recovery code stands for the device that is gone.
    package var clears: Set<Factor> {
        switch self {
        case .password, .sentCode, .oneTimePassword, .securityQuestions: [self]
        case .recoveryCode: [self, .oneTimePassword]
        case .passkey, .boundKey, .push, .scannedCode: Set(Self.allCases.filter(\.isGuessable))
        case .sentLink, .provider, .session, .registration, .script, .anonymous: []
        }
    }
}
