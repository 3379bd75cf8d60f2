import CallbackBridge
import JourneyMessages
import Passkeys

/// Asks the device to sign with a WebAuthn credential ("Authenticate by using a WebAuthn device").
public final class WebAuthnAuthenticationCallback: WebAuthnCallback {
    /// Has the user choose among several keys; without one, the key that was used last is taken.
    public var delegate: (any PlatformAuthenticatorAuthenticationDelegate)?

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
        let (consent, window, delegate) = (DelegatedConsent(authentication: delegate), Handoff(window), Handoff(delegate))
        answer(node, onSuccess: onSuccess, onError: onError) { runtime, request in
            var usesPasskeys = usePasskeysIfAvailable
            if usesPasskeys, case .authentication(let asked) = request, try await runtime.hasKey(for: asked.relyingPartyID) {
                delegate.value?.localKeyExistsAndPasskeysAreAvailable()
                usesPasskeys = false
            }
            let place = await WebAuthnPlace(
                runtime, consent, above: window, usesPasskeys: usesPasskeys, immediately: preferImmediatelyAvailableCredentials)
            return try await place.provider.answer(to: request, from: place.origin)
        }
    }
}
