public import Primitives

/// The request of a relying party in an authentication (`PublicKeyCredentialRequestOptions`, L3 §5.5).
public struct RequestOptions: Sendable, Equatable {
    /// The challenge's bytes, fresh for each ceremony.
    public var challenge: [UInt8]
    /// The relying party's id: a domain name.
    public var relyingPartyID: String
    /// The timeout in milliseconds.
    public var timeout: Int?
    /// The credentials that will do; empty for any that the authenticator finds by itself.
    public var allowed: [CredentialDescriptor]
    /// The wish that the authenticator verify the user.
    public var userVerification: UserVerificationRequirement
    /// Hints such as `security-key`, `client-device` and `hybrid` (L3 §5.8.7).
    public var hints: [String]
    /// The inputs of client extensions by name (L3 §9).
    public var extensions: JSONObject

    /// Options.
    public init(
        challenge: [UInt8], relyingPartyID: String, timeout: Int? = nil, allowed: [CredentialDescriptor] = [],
        userVerification: UserVerificationRequirement = .preferred, hints: [String] = [], extensions: JSONObject = JSONObject()
    ) {
        self.challenge = challenge
        self.relyingPartyID = relyingPartyID
        self.timeout = timeout
        self.allowed = allowed
        self.userVerification = userVerification
        self.hints = hints
        self.extensions = extensions
    }

    /// `PublicKeyCredentialRequestOptionsJSON` (L3 §5.1.10), which browsers read with `parseRequestOptionsFromJSON`.
    public var json: JSONValue {
        var members: JSONObject = [
            "challenge": .string(Base64URL.encode(challenge)), "rpId": .string(relyingPartyID),
            "allowCredentials": .array(allowed.map(\.json)), "userVerification": .string(userVerification.rawValue),
        ]
        if let timeout { members["timeout"] = .integer(Int64(timeout)) }
        if !hints.isEmpty { members["hints"] = .array(hints.map(JSONValue.string)) }
        if !extensions.isEmpty { members["extensions"] = .object(extensions) }
        return .object(members)
    }

    /// Reads ``json``. Throws ``WebAuthnError/Code/malformed``.
    public init(json: JSONValue) throws(WebAuthnError) {
        guard let challenge = json["challenge"]?.string.flatMap({ Base64URL.decode($0) }), let id = json["rpId"]?.string else {
            throw WebAuthnError(.malformed, "the request options have no challenge and rpId")
        }
        self.init(
            challenge: challenge, relyingPartyID: id, timeout: json["timeout"]?.integer.map { Int($0) },
            allowed: json["allowCredentials"]?.array?.compactMap(CredentialDescriptor.init(json:)) ?? [],
            userVerification: json["userVerification"]?.string.flatMap(UserVerificationRequirement.init(exactly:)) ?? .preferred,
            hints: json["hints"]?.strings ?? [], extensions: json["extensions"]?.object ?? JSONObject())
    }
}
