public import Primitives

// The writing half: both the members in a structured form and the texts that older clients take apart
// (`docs/protocols/step-protocol.md` 7.2, 7.3 and 0, rule 10).

extension WebAuthnRegistration {
    /// A request for a new credential.
    public init(
        challenge: String, relyingPartyID: String, relyingPartyName: String, userID: String, userName: String, displayName: String,
        algorithms: [Int], timeout: Int, excludedCredentials: [[UInt8]] = [], attestation: String = "none",
        selection: Selection = Selection(), extensions: JSONObject = JSONObject(), acceptsJSON: Bool = true
    ) {
        self.challenge = challenge
        self.relyingPartyID = relyingPartyID
        self.relyingPartyName = relyingPartyName
        self.userID = userID
        self.userName = userName
        self.displayName = displayName
        self.algorithms = algorithms
        self.timeout = timeout
        self.excludedCredentials = excludedCredentials
        self.attestation = attestation
        self.selection = selection
        self.extensions = extensions
        self.acceptsJSON = acceptsJSON
    }

    /// The wire form.
    public var callback: Callback {
        let selection = JSONValue.object(self.selection.json)
        let parameters = JSONValue.array(algorithms.map { ["type": "public-key", "alg": .integer(Int64($0))] })
        return .metadata([
            "_type": "WebAuthn", "_action": "webauthn_registration", "challenge": .string(challenge),
            "attestationPreference": .string(attestation), "userName": .string(userName), "displayName": .string(displayName),
            "userId": .string(userID), "relyingPartyName": .string(relyingPartyName), "authenticatorSelection": .string(selection.text),
            "_authenticatorSelection": selection, "pubKeyCredParams": .string(parameters.text), "_pubKeyCredParams": parameters,
            "timeout": .string(String(timeout)), "excludeCredentials": .string(WebAuthnData.text(excludedCredentials)),
            "_excludeCredentials": WebAuthnData.json(excludedCredentials),
            "relyingPartyId": .string(relyingPartyID.isEmpty ? "" : "id: \"\(relyingPartyID)\","),
            "_relyingPartyId": .string(relyingPartyID), "extensions": .object(extensions), "supportsJsonResponse": .bool(acceptsJSON),
        ])
    }
}

extension WebAuthnRegistration.Selection {
    var json: JSONObject {
        var json: JSONObject = [
            "userVerification": .string(userVerification), "requireResidentKey": .bool(requiresResidentKey),
            "residentKey": .string(requiresResidentKey ? "required" : "discouraged"),
        ]
        json["authenticatorAttachment"] = attachment.map(JSONValue.string)
        return json
    }
}

extension WebAuthnAuthentication {
    /// A request for a signature.
    public init(
        challenge: String, relyingPartyID: String, userVerification: String, timeout: Int, allowedCredentials: [[UInt8]] = [],
        mediation: String? = nil, hasManualButton: Bool = false, extensions: JSONObject = JSONObject(), acceptsJSON: Bool = true
    ) {
        self.challenge = challenge
        self.relyingPartyID = relyingPartyID
        self.userVerification = userVerification
        self.timeout = timeout
        self.allowedCredentials = allowedCredentials
        self.mediation = mediation
        self.hasManualButton = hasManualButton
        self.extensions = extensions
        self.acceptsJSON = acceptsJSON
    }

    /// The wire form.
    public var callback: Callback {
        let allowed = WebAuthnData.text(allowedCredentials)
        var data: JSONObject = [
            "_type": "WebAuthn", "_action": "webauthn_authentication", "challenge": .string(challenge),
            "userVerification": .string(userVerification), "timeout": .string(String(timeout)),
            "allowCredentials": .string(allowed.isEmpty ? "" : "allowCredentials: [\(allowed)]"),
            "_allowCredentials": WebAuthnData.json(allowedCredentials),
            "relyingPartyId": .string(relyingPartyID.isEmpty ? "" : "rpId: \"\(relyingPartyID)\","),
            "_relyingPartyId": .string(relyingPartyID), "extensions": .object(extensions), "supportsJsonResponse": .bool(acceptsJSON),
        ]
        data["mediation"] = mediation.map(JSONValue.string)
        if hasManualButton { data["conditionalManualButton"] = true }
        return .metadata(.object(data))
    }
}

extension WebAuthnData {
    /// `{ "type": "public-key", "id": new Int8Array([1, -3, 25]).buffer }`, with commas between; empty for none.
    static func text(_ credentials: [[UInt8]]) -> String {
        credentials.map { id in
            "{ \"type\": \"public-key\", \"id\": new Int8Array([\(WebAuthnAnswer.numbers(id, separator: ", "))]).buffer }"
        }.joined(separator: ", ")
    }

    static func json(_ credentials: [[UInt8]]) -> JSONValue {
        .array(
            credentials.map { id in
                ["type": "public-key", "id": .array(id.map { .integer(Int64(Int8(bitPattern: $0))) })]
            })
    }
}
