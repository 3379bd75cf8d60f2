public import WebAuthn

/// Makes passkeys and signs with them: the half of WebAuthn that lives with the user.
///
/// ``PasskeyAuthenticator`` does so in software; on Apple systems `SystemPasskeys` leaves it to the system.
public protocol PasskeyProvider: Sendable {
    /// Makes a credential (WebAuthn L3 §5.1.3).
    /// - Parameter origin: where the ceremony runs, such as `https://login.example.com`; nil for `https` on the relying party's id.
    func register(_ options: CreationOptions, from origin: String?) async throws(PasskeyError) -> RegistrationResponse
    /// Signs with a credential (WebAuthn L3 §5.1.4).
    /// - Parameter origin: as above.
    func authenticate(_ options: RequestOptions, from origin: String?) async throws(PasskeyError) -> AuthenticationResponse
}
