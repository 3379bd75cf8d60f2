public import Primitives

/// A client's answer to ``CreationOptions`` (`RegistrationResponseJSON`, L3 §5.1.8).
public struct RegistrationResponse: Sendable, Equatable {
    /// The new credential's identifier, its raw bytes.
    public var id: [UInt8]
    /// The client data as the client serialized them.
    public var clientDataJSON: [UInt8]
    /// The attestation object in CBOR (L3 §6.5.4).
    public var attestationObject: [UInt8]
    /// The ways in which the authenticator can be reached; nothing that is signed.
    public var transports: [String]
    /// The place of the authenticator that was used; nil when the client doesn't say.
    public var attachment: AuthenticatorAttachment?
    /// The results of the client extensions, by name.
    public var extensionResults: JSONObject

    /// An answer of its parts.
    public init(
        id: [UInt8], clientDataJSON: [UInt8], attestationObject: [UInt8], transports: [String] = [],
        attachment: AuthenticatorAttachment? = nil, extensionResults: JSONObject = JSONObject()
    ) {
        self.id = id
        self.clientDataJSON = clientDataJSON
        self.attestationObject = attestationObject
        self.transports = transports
        self.attachment = attachment
        self.extensionResults = extensionResults
    }

    /// Reads an answer. Throws ``WebAuthnError/Code/malformed``.
    public init(json: JSONValue) throws(WebAuthnError) {
        let credential = try CredentialJSON(json)
        self.init(
            id: credential.id, clientDataJSON: try credential.bytes("clientDataJSON"),
            attestationObject: try credential.bytes("attestationObject"),
            transports: credential.response["transports"]?.strings.map { Array($0.prefix(8)).filter { $0.utf8.count <= 32 } } ?? [],
            attachment: credential.attachment, extensionResults: credential.extensionResults)
    }

    /// Reads an answer in JSON text of up to 128 KiB. Throws ``WebAuthnError/Code/malformed``.
    public init(text: String) throws(WebAuthnError) {
        let json: JSONValue
        do { json = try JSONValue(parsing: text, limits: CredentialJSON.limits) } catch {
            throw WebAuthnError(.malformed, "the attestation is not JSON", underlying: error)
        }
        try self.init(json: json)
    }

    /// The answer as clients send it.
    public var json: JSONValue {
        var response: JSONObject = [
            "clientDataJSON": .string(Base64URL.encode(clientDataJSON)), "attestationObject": .string(Base64URL.encode(attestationObject)),
        ]
        if !transports.isEmpty { response["transports"] = .array(transports.map(JSONValue.string)) }
        return CredentialJSON.json(id: id, response: response, attachment: attachment, extensionResults: extensionResults)
    }
}
