import CallbackBridge
import Passkeys

/// Asks the device for a new WebAuthn credential ("Register a WebAuthn device").
public final class WebAuthnRegistrationCallback: WebAuthnCallback {
    /// Asks the user; without it, the user isn't asked.
    public var delegate: (any PlatformAuthenticatorRegistrationDelegate)?

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
        let (consent, window) = (DelegatedConsent(registration: delegate), Handoff(window))
        answer(node, onSuccess: onSuccess, onError: onError) { runtime, request in
            let place = await WebAuthnPlace(runtime, consent, above: window, usesPasskeys: usePasskeysIfAvailable)
            return try await place.provider.answer(to: request, from: place.origin, deviceName: deviceName)
        }
    }
}
