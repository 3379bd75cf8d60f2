public import Primitives

/// A metadata callback that asks the device to sign with a WebAuthn credential (`docs/protocols/step-protocol.md` 7.3). The outcome goes
/// into the ``HiddenValue`` `webAuthnOutcome` of the same step.
public struct WebAuthnAuthentication: Sendable, Equatable {
    /// The challenge in standard Base64.
    public var challenge: String
    /// Empty to let a browser use its origin.
    public var relyingPartyID: String
    /// `required`, `preferred` or `discouraged`.
    public var userVerification: String
    /// The timeout in milliseconds.
    public var timeout: Int
    /// The ids of the credentials that will do; empty for any of the relying party's.
    public var allowedCredentials: [[UInt8]]
    /// `conditional` for passkeys among the suggestions of a field; else nil.
    public var mediation: String?
    /// Whether the page of a conditional request offers a button besides, for those who don't know the suggestions. Only pages of this
    /// server look at it.
    public var hasManualButton: Bool
    /// The inputs of client extensions by name (WebAuthn L3 §9), in JSON as the server has them.
    public var extensions: JSONObject
    /// Whether the outcome may be a JSON text around the legacy one.
    public var acceptsJSON: Bool

    init?(_ callback: Callback) {
        guard let data = callback.output("data"), let challenge = data["challenge"]?.string else { return nil }
        self.challenge = challenge
        relyingPartyID = WebAuthnData.relyingParty(data)
        userVerification = data["userVerification"]?.string ?? "preferred"
        timeout = data["timeout"].flatMap(Callback.index) ?? 60_000
        let name = data["acceptableCredentials"] == nil ? "allowCredentials" : "acceptableCredentials"
        allowedCredentials = WebAuthnData.credentials(data, name)
        mediation = data["mediation"]?.string
        hasManualButton = data["conditionalManualButton"]?.bool ?? false
        extensions = data["extensions"]?.object ?? JSONObject()
        acceptsJSON = data["supportsJsonResponse"]?.bool ?? false
    }
}
