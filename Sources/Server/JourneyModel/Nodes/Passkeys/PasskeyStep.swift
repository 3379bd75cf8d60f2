package import JourneyMessages

/// The keys in the state that WebAuthn nodes and clients' scripts share, by AM's names.
package enum PasskeyKey {
    /// The challenge, the inputs of extensions, and the name of a client's error.
    package static let challenge = "web-authn-challenge"
    /// The inputs of extensions.
    package static let extensions = "webAuthnExtensions"
    /// The name of a client's error.
    package static let exception = "WebAuthenticationDOMException"
}

/// The forms of a WebAuthn step: with metadata, or with scripts for clients that take them (`docs/protocols/step-protocol.md` 7.1).
package enum PasskeyStep {
    static let asScriptHelp = "Whether clients of the API get scripts in place of the metadata; the sign-on page runs its own."

    /// The callbacks of a step in a form.
    package static func callbacks(asScript: Bool) -> [CallbackType] {
        asScript ? [.textOutput, .textOutput, .metadata, .hiddenValue] : [.metadata, .hiddenValue]
    }
}
