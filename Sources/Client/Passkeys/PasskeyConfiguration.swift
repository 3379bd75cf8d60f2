public import DeviceFoundation

/// The configuration that a ``PasskeyAuthenticator`` is made with.
public struct PasskeyConfiguration: Sendable {
    /// Verifies the user; nil where that isn't possible, and then a relying party that requires it is refused.
    public var verification: (any UserVerification)?
    /// The text that the system shows when it verifies the user; nil for the names of the relying party and the account.
    public var prompt: String?
    /// Asks the user whether a passkey may be made, and which one to use.
    public var consent: any PasskeyConsent
    /// The authenticator's model (AAGUID) in 16 bytes; zero by default, which says nothing.
    public var model: [UInt8]
    /// Whether what is stored can be copied to other devices, and is: the flags BE and BS.
    public var isBackedUp: Bool
    /// Whether it vouches for itself where a relying party asks for attestation.
    public var attestsItself: Bool

    /// A configuration by whose defaults the user is asked nothing.
    public init(
        verification: (any UserVerification)? = nil, prompt: String? = nil, consent: any PasskeyConsent = SilentConsent(),
        model: [UInt8] = [UInt8](repeating: 0, count: 16), isBackedUp: Bool = false, attestsItself: Bool = true
    ) {
        self.verification = verification
        self.prompt = prompt
        self.consent = consent
        self.model = model
        self.isBackedUp = isBackedUp
        self.attestsItself = attestsItself
    }
}
