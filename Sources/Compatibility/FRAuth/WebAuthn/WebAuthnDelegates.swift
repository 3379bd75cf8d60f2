/// The user's decision.
public enum WebAuthnUserConsentResult {
    case allow, reject
}

/// Takes what the user decided.
public typealias WebAuthnUserConsentCallback = (_ result: WebAuthnUserConsentResult) -> Void

/// Takes the name of the key that the user chose, as it was offered; nil for none.
public typealias WebAuthnCredentialsSelectionCallback = (_ selectedKeyName: String?) -> Void

/// Asks the user in a registration.
public protocol PlatformAuthenticatorRegistrationDelegate {
    /// Tells that this device has a key that must not be made again. After *allow* the registration ends with ``WebAuthnError/notAllowed``,
    /// after *reject* with ``WebAuthnError/invalidState``.
    func excludeCredentialDescriptorConsent(consentCallback: @escaping WebAuthnUserConsentCallback)
    /// Asks whether a key may be made. After *reject* the registration ends with ``WebAuthnError/cancelled``.
    func createNewCredentialConsent(
        keyName: String, rpName: String, rpId: String?, userName: String, userDisplayName: String,
        consentCallback: @escaping WebAuthnUserConsentCallback)
}

/// Asks the user in an authentication.
public protocol PlatformAuthenticatorAuthenticationDelegate {
    /// Asks which key to use, by names made of the user's display name and the time of the registration.
    func selectCredential(keyNames: [String], selectionCallback: @escaping WebAuthnCredentialsSelectionCallback)
    /// The device has a key of this SDK, and could have passkeys of the system.
    func localKeyExistsAndPasskeysAreAvailable()
}

extension PlatformAuthenticatorAuthenticationDelegate {
    public func localKeyExistsAndPasskeysAreAvailable() {}
}
