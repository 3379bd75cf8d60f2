import CallbackBridge
import JourneyMessages
import Passkeys
import Primitives

/// Asks the device for a new WebAuthn credential ("Register a WebAuthn device").
public final class WebAuthnRegistrationCallback: WebAuthnCallback {
    /// Asks the user; without it, the user isn't asked.
    public var delegate: (any PlatformAuthenticatorRegistrationDelegate)?

    private var asked: WebAuthnRegistration? { if case .registration(let asked) = request { asked } else { nil } }

    /// The challenge in standard Base64.
    public var challenge: String { asked?.challenge ?? "" }
    /// The relying party's domain; empty when the server sent none.
    public var relyingPartyId: String { asked?.relyingPartyID ?? "" }
    /// The relying party's name for people; empty when the server sent none.
    public var relyingPartyName: String { asked?.relyingPartyName ?? "" }
    /// The user's identifier, whose characters are the bytes of WebAuthn's `user.id`; empty when the server sent none.
    public var userId: String { asked?.userID ?? "" }
    /// The account's name; empty when the server sent none.
    public var userName: String { asked?.userName ?? "" }
    /// The user's name for people; empty when the server sent none.
    public var displayName: String { asked?.displayName ?? "" }
    /// The time that the user has, in milliseconds; 60000 when the server doesn't say.
    public var timeout: Int { asked?.timeout ?? 60_000 }
    /// The wish that the authenticator verify the user; preferred when the server doesn't say.
    public var userVerification: WAUserVerification { WAUserVerification(name: asked?.selection.userVerification) }
    /// The wish to hear about the authenticator; none when the server doesn't say.
    public var attestationPreference: WAAttestationPreference { WAAttestationPreference(name: asked?.attestation) }
    /// The place of the authenticator; unspecified when the server doesn't say.
    public var authenticatorAttachment: WAAuthenticatorAttachment { WAAuthenticatorAttachment(name: asked?.selection.attachment) }
    /// Whether the credential must be one that is found without its id; false when the server doesn't say.
    public var requireResidentKey: Bool { asked?.selection.requiresResidentKey ?? false }
    /// The ids of credentials of which the device must have none, their bytes as the numbers of −128 to 127 on the wire.
    public var excludeCredentials: [[Int8]] { (asked?.excludedCredentials ?? []).map { $0.map { Int8(bitPattern: $0) } } }
    /// The kinds of keys that will do, the preferred ones first: `type`, always `public-key`, and `alg`, a COSE algorithm.
    public var pubKeyCredParams: [[String: Any]] { (asked?.algorithms ?? []).map { ["type": "public-key", "alg": $0] } }

    /// Makes a credential.
    ///
    /// - Parameters:
    ///   - node: the node whose hidden value takes the outcome, also of a failure; without it the app sets it.
    ///   - window: above which the system shows its sheet.
    ///   - deviceName: the server's name for the device.
    ///   - usePasskeysIfAvailable: whether the system makes a passkey, where it can, rather than this SDK a key of its own.
    ///   - onSuccess: is given what goes into the hidden value.
    ///   - onError: is given a ``WebAuthnError``, or what keeps the SDK from trying.
    public func register(
        node: Node? = nil, window: WebAuthnWindow? = nil, deviceName: String? = nil, usePasskeysIfAvailable: Bool = false,
        onSuccess: @escaping (_ attestation: String) -> Void, onError: @escaping (_ error: any Error) -> Void
    ) {
        let (consent, window) = (DelegatedConsent(registration: self), Handoff(window))
        answer(node, onSuccess: onSuccess, onError: onError) { runtime, request in
            let place = await WebAuthnPlace(runtime, consent, above: window, usesPasskeys: usePasskeysIfAvailable)
            return try await place.provider.answer(to: request, from: place.origin, deviceName: deviceName)
        }
    }
}

extension WebAuthnRegistrationCallback: PlatformAuthenticatorRegistrationDelegate {
    /// Asks the ``delegate``; without one, the server is told that the device has a key.
    public func excludeCredentialDescriptorConsent(consentCallback: @escaping WebAuthnUserConsentCallback) {
        guard let delegate else { return consentCallback(.reject) }
        delegate.excludeCredentialDescriptorConsent(consentCallback: consentCallback)
    }

    /// Asks the ``delegate``; without one, the key is made.
    public func createNewCredentialConsent(
        keyName: String, rpName: String, rpId: String?, userName: String, userDisplayName: String,
        consentCallback: @escaping WebAuthnUserConsentCallback
    ) {
        guard let delegate else { return consentCallback(.allow) }
        delegate.createNewCredentialConsent(
            keyName: keyName, rpName: rpName, rpId: rpId, userName: userName, userDisplayName: userDisplayName,
            consentCallback: consentCallback)
    }
}
