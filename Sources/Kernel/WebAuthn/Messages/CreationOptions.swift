public import Primitives

/// The request of a relying party in a registration (`PublicKeyCredentialCreationOptions`, L3 §5.4).
public struct CreationOptions: Sendable, Equatable {
    /// The user whom the credential will belong to (L3 §5.4.3).
    public struct User: Sendable, Equatable {
        /// The user handle: 1 to 64 bytes that say nothing about the user.
        public var id: [UInt8]
        /// The account's name, which tells a user's accounts apart.
        public var name: String
        /// The user's name for people.
        public var displayName: String

        /// A user's account.
        public init(id: [UInt8], name: String, displayName: String) {
            self.id = id
            self.name = name
            self.displayName = displayName
        }
    }

    /// The relying party's id: a domain name.
    public var relyingPartyID: String
    /// The relying party's name for people.
    public var relyingPartyName: String
    /// The user for whom the credential is made.
    public var user: User
    /// The challenge's bytes, fresh for each ceremony.
    public var challenge: [UInt8]
    /// The algorithms that the credential may be of, the preferred ones first.
    public var algorithms: [COSEAlgorithm]
    /// The timeout in milliseconds.
    public var timeout: Int?
    /// The user's credentials that are there already.
    public var excluded: [CredentialDescriptor]
    /// The wanted place of the authenticator; nil for any.
    public var attachment: AuthenticatorAttachment?
    /// The wish that the credential can be found without its id.
    public var residentKey: ResidentKey
    /// The wish that the authenticator verify the user.
    public var userVerification: UserVerificationRequirement
    /// The wish to hear about the authenticator.
    public var attestation: AttestationPreference
    /// Hints such as `security-key`, `client-device` and `hybrid` (L3 §5.8.7).
    public var hints: [String]
    /// The inputs of client extensions by name (L3 §9).
    public var extensions: JSONObject

    /// Options; all but the first five have the specification's default values.
    public init(
        relyingPartyID: String, relyingPartyName: String, user: User, challenge: [UInt8],
        algorithms: [COSEAlgorithm] = COSEAlgorithm.usual, timeout: Int? = nil, excluded: [CredentialDescriptor] = [],
        attachment: AuthenticatorAttachment? = nil, residentKey: ResidentKey = .discouraged,
        userVerification: UserVerificationRequirement = .preferred, attestation: AttestationPreference = .none, hints: [String] = [],
        extensions: JSONObject = JSONObject()
    ) {
        self.relyingPartyID = relyingPartyID
        self.relyingPartyName = relyingPartyName
        self.user = user
        self.challenge = challenge
        self.algorithms = algorithms
        self.timeout = timeout
        self.excluded = excluded
        self.attachment = attachment
        self.residentKey = residentKey
        self.userVerification = userVerification
        self.attestation = attestation
        self.hints = hints
        self.extensions = extensions
    }
}

// MARK: - Wire

extension CreationOptions {
    /// `PublicKeyCredentialCreationOptionsJSON` (L3 §5.1.9), which browsers read with `parseCreationOptionsFromJSON`.
    public var json: JSONValue {
        var members: JSONObject = [
            "rp": ["id": .string(relyingPartyID), "name": .string(relyingPartyName)],
            "user": [
                "id": .string(Base64URL.encode(user.id)), "name": .string(user.name), "displayName": .string(user.displayName),
            ],
            "challenge": .string(Base64URL.encode(challenge)),
            "pubKeyCredParams": .array(algorithms.map { ["type": "public-key", "alg": .integer(Int64($0.rawValue))] }),
            "excludeCredentials": .array(excluded.map(\.json)),
            "authenticatorSelection": .object(selection),
            "attestation": .string(attestation.rawValue),
        ]
        if let timeout { members["timeout"] = .integer(Int64(timeout)) }
        if !hints.isEmpty { members["hints"] = .array(hints.map(JSONValue.string)) }
        if !extensions.isEmpty { members["extensions"] = .object(extensions) }
        return .object(members)
    }

    private var selection: JSONObject {
        var members: JSONObject = [
            "residentKey": .string(residentKey.rawValue), "requireResidentKey": .bool(residentKey == .required),
            "userVerification": .string(userVerification.rawValue),
        ]
        if let attachment { members["authenticatorAttachment"] = .string(attachment.rawValue) }
        return members
    }

    /// Reads ``json``. Values of enumerations that aren't known count as absent, as the specification has it. Throws
    /// ``WebAuthnError/Code/malformed``.
    public init(json: JSONValue) throws(WebAuthnError) {
        guard let id = json["rp"]?["id"]?.string, let challenge = json["challenge"]?.string.flatMap({ Base64URL.decode($0) }),
            let handle = json["user"]?["id"]?.string.flatMap({ Base64URL.decode($0) }), let name = json["user"]?["name"]?.string,
            let parameters = json["pubKeyCredParams"]?.array
        else { throw WebAuthnError(.malformed, "the creation options have no rp.id, user, challenge and pubKeyCredParams") }
        let selection = json["authenticatorSelection"]
        let requires = selection?["requireResidentKey"]?.bool ?? false
        self.init(
            relyingPartyID: id, relyingPartyName: json["rp"]?["name"]?.string ?? "",
            user: User(id: handle, name: name, displayName: json["user"]?["displayName"]?.string ?? name), challenge: challenge,
            algorithms: parameters.compactMap { $0["alg"]?.integer.map { COSEAlgorithm(rawValue: Int($0)) } },
            timeout: json["timeout"]?.integer.map { Int($0) },
            excluded: json["excludeCredentials"]?.array?.compactMap(CredentialDescriptor.init(json:)) ?? [],
            attachment: selection?["authenticatorAttachment"]?.string.flatMap(AuthenticatorAttachment.init(exactly:)),
            residentKey: selection?["residentKey"]?.string.flatMap(ResidentKey.init(exactly:)) ?? (requires ? .required : .discouraged),
            userVerification: selection?["userVerification"]?.string.flatMap(UserVerificationRequirement.init(exactly:)) ?? .preferred,
            attestation: json["attestation"]?.string.flatMap(AttestationPreference.init(exactly:)) ?? .none,
            hints: json["hints"]?.strings ?? [], extensions: json["extensions"]?.object ?? JSONObject())
    }
}
