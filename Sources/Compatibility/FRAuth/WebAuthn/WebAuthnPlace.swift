import CallbackBridge
import DeviceFoundation
import Passkeys

/// The provider that makes and uses keys, and the origin that the server is told.
struct WebAuthnPlace: Sendable {
    let provider: any PasskeyProvider
    /// nil for `https` on the relying party's id.
    let origin: String?

    /// The keys of this SDK, whose origin names the app, or the passkeys of the system (`docs/protocols/step-protocol.md` 7.6).
    init(
        _ runtime: Runtime, _ consent: DelegatedConsent, above window: Handoff<WebAuthnWindow?>, usesPasskeys: Bool,
        immediately: Bool = false
    ) async {
        guard usesPasskeys else {
            provider = runtime.keys(consent)
            origin = "ios:bundle-id:\(runtime.bundleIdentifier)"
            return
        }
        origin = nil
        #if canImport(AuthenticationServices) && canImport(UIKit)
        if let window = window.value {
            provider = await SystemPasskeys(above: window, prefersImmediatelyAvailable: immediately)
            return
        }
        #endif
        provider = runtime.passkeys(consent)
    }
}

extension Runtime {
    /// The keys that this SDK makes.
    func keys(_ consent: any PasskeyConsent = SilentConsent()) -> PasskeyAuthenticator { authenticator(consent, service: "webauthn") }

    /// Returns the authenticator that stands for the system's passkeys where there are none.
    func passkeys(_ consent: any PasskeyConsent) -> PasskeyAuthenticator { authenticator(consent, service: "passkeys") }

    func hasKey(for relyingParty: String) async throws -> Bool { try await !keys().passkeys(for: relyingParty).isEmpty }

    private func authenticator(_ consent: any PasskeyConsent, service: String) -> PasskeyAuthenticator {
        PasskeyAuthenticator(
            PasskeyConfiguration(verification: verification, prompt: WebAuthn.localAuthenticationString, consent: consent), keys: keyStore,
            on: device, service: service)
    }
}
