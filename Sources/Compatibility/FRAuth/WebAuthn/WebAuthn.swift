import Primitives

/// The settings of this SDK's own keys.
public enum WebAuthn {
    private static let prompt = Lock<String?>(nil)

    /// The text that the system shows when it verifies the user; nil, as by default, for the names of the relying party and the account.
    public static var localAuthenticationString: String? {
        get { prompt.withLock { $0 } }
        set { prompt.withLock { $0 = newValue } }
    }
}
