public import Primitives

/// A metadata callback that asks the device for a new WebAuthn credential (`docs/protocols/step-protocol.md` 7.2). The outcome goes into
/// the ``HiddenValue`` `webAuthnOutcome` of the same step.
public struct WebAuthnRegistration: Sendable, Equatable {
    /// The challenge in standard Base64.
    public var challenge: String
    /// Empty to let a browser use its origin.
    public var relyingPartyID: String
    /// The relying party's name for people; empty when the server sent none.
    public var relyingPartyName: String
    /// The user's identifier as text, whose characters are the bytes of WebAuthn's `user.id`.
    public var userID: String
    /// The account's name, which tells accounts apart; empty when the server sent none.
    public var userName: String
    /// The user's name for people; empty when the server sent none.
    public var displayName: String
    /// COSE algorithms in the order of preference.
    public var algorithms: [Int]
    /// The timeout in milliseconds.
    public var timeout: Int
    /// The ids of credentials that the device may have already.
    public var excludedCredentials: [[UInt8]]
    /// `none`, `indirect` or `direct`.
    public var attestation: String
    /// The authenticators that will do.
    public var selection: Selection
    /// The inputs of client extensions by name (WebAuthn L3 §9), in JSON as the server has them.
    public var extensions: JSONObject
    /// Whether the outcome may be a JSON text around the legacy one.
    public var acceptsJSON: Bool

    /// The authenticators that will do.
    public struct Selection: Sendable, Equatable {
        /// `required`, `preferred` or `discouraged`.
        public var userVerification: String
        /// Whether the credential must be one that is found without its id, `requireResidentKey` on the wire; false by default.
        public var requiresResidentKey: Bool
        /// `platform`, or nil for any.
        public var attachment: String?

        /// Selects the authenticators that will do; any by default.
        public init(userVerification: String = "preferred", requiresResidentKey: Bool = false, attachment: String? = nil) {
            self.userVerification = userVerification
            self.requiresResidentKey = requiresResidentKey
            self.attachment = attachment
        }
    }

    init?(_ callback: Callback) {
        guard let data = callback.output("data"), let challenge = data["challenge"]?.string else { return nil }
        self.challenge = challenge
        relyingPartyID = WebAuthnData.relyingParty(data)
        relyingPartyName = data["relyingPartyName"]?.string ?? ""
        userID = data["userId"]?.string ?? ""
        userName = data["userName"]?.string ?? ""
        displayName = data["displayName"]?.string ?? ""
        algorithms = WebAuthnData.structured(data, "pubKeyCredParams")?.array?.compactMap { $0["alg"].flatMap(Callback.index) } ?? []
        timeout = data["timeout"].flatMap(Callback.index) ?? 60_000
        excludedCredentials = WebAuthnData.credentials(data, "excludeCredentials")
        attestation = data["attestationPreference"]?.string ?? "none"
        selection = Selection(WebAuthnData.structured(data, "authenticatorSelection"))
        extensions = data["extensions"]?.object ?? JSONObject()
        acceptsJSON = data["supportsJsonResponse"]?.bool ?? false
    }
}

extension WebAuthnRegistration.Selection {
    fileprivate init(_ json: JSONValue?) {
        userVerification = json?["userVerification"]?.string ?? "preferred"
        requiresResidentKey = json?["requireResidentKey"]?.bool ?? false
        attachment = json?["authenticatorAttachment"]?.string
    }
}
