import CallbackBridge
import JourneyMessages
import Passkeys
import Primitives

/// Asks the device to sign with a WebAuthn credential ("Authenticate by using a WebAuthn device").
public final class WebAuthnAuthenticationCallback: WebAuthnCallback {
    /// Has the user choose among several keys; without one, the key that was used last is taken.
    public var delegate: (any PlatformAuthenticatorAuthenticationDelegate)?

    private var asked: WebAuthnAuthentication? { if case .authentication(let asked) = request { asked } else { nil } }

    /// The challenge in standard Base64.
    public var challenge: String { asked?.challenge ?? "" }
    /// The relying party's domain; empty when the server sent none.
    public var relyingPartyId: String { asked?.relyingPartyID ?? "" }
    /// The time that the user has, in milliseconds; 60000 when the server doesn't say.
    public var timeout: Int { asked?.timeout ?? 60_000 }
    /// The wish that the authenticator verify the user; preferred when the server doesn't say.
    public var userVerification: WAUserVerification { WAUserVerification(name: asked?.userVerification) }
    /// The ids of the credentials that will do, their bytes as the numbers of −128 to 127 on the wire; empty for any.
    public var allowCredentials: [[Int8]] { (asked?.allowedCredentials ?? []).map { $0.map { Int8(bitPattern: $0) } } }

    /// Signs with a credential.
    ///
    /// Where this SDK has a key of its own for the relying party, that is used, whether passkeys are or not; the delegate is told of it.
    ///
    /// - Parameters:
    ///   - node: the node whose hidden value takes the outcome, also of a failure; without it the app sets it.
    ///   - window: above which the system shows its sheet.
    ///   - preferImmediatelyAvailableCredentials: whether the system offers no passkey of another device.
    ///   - usePasskeysIfAvailable: whether the system's passkeys are used, where it has them.
    ///   - onSuccess: is given what goes into the hidden value.
    ///   - onError: is given a ``WebAuthnError``, or what keeps the SDK from trying.
    public func authenticate(
        node: Node? = nil, window: WebAuthnWindow? = nil, preferImmediatelyAvailableCredentials: Bool = false,
        usePasskeysIfAvailable: Bool = false, onSuccess: @escaping (_ assertion: String) -> Void,
        onError: @escaping (_ error: any Error) -> Void
    ) {
        let (consent, window, callback) = (DelegatedConsent(authentication: self), Handoff(window), Handoff(self))
        answer(node, onSuccess: onSuccess, onError: onError) { runtime, request in
            var usesPasskeys = usePasskeysIfAvailable
            if usesPasskeys, case .authentication(let asked) = request, try await runtime.hasKey(for: asked.relyingPartyID) {
                callback.value.localKeyExistsAndPasskeysAreAvailable()
                usesPasskeys = false
            }
            let place = await WebAuthnPlace(
                runtime, consent, above: window, usesPasskeys: usesPasskeys, immediately: preferImmediatelyAvailableCredentials)
            return try await place.provider.answer(to: request, from: place.origin)
        }
    }
}

extension WebAuthnAuthenticationCallback: PlatformAuthenticatorAuthenticationDelegate {
    /// Asks the ``delegate``; without one, the key that was used last is taken.
    public func selectCredential(keyNames: [String], selectionCallback: @escaping WebAuthnCredentialsSelectionCallback) {
        guard let delegate else { return selectionCallback(keyNames.first) }
        delegate.selectCredential(keyNames: keyNames, selectionCallback: selectionCallback)
    }

    /// Tells the ``delegate``.
    public func localKeyExistsAndPasskeysAreAvailable() { delegate?.localKeyExistsAndPasskeysAreAvailable() }
}
