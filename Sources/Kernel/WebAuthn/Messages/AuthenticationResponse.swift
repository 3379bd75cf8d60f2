public import Primitives

/// A client's answer to ``RequestOptions`` (`AuthenticationResponseJSON`, L3 §5.1.8).
public struct AuthenticationResponse: Sendable, Equatable {
    /// The identifier of the credential that signed, its raw bytes.
    public var id: [UInt8]
    /// The client data as the client serialized them; their hash is signed.
    public var clientDataJSON: [UInt8]
    /// The authenticator data as the authenticator gave them; they are signed.
    public var authenticatorData: [UInt8]
    /// The signature over the authenticator data and the hash of the client data.
    public var signature: [UInt8]
    /// The handle of the credential's user; authenticators give it when they found the credential by themselves.
    public var userHandle: [UInt8]?
    /// The place of the authenticator that was used; nil when the client doesn't say.
    public var attachment: AuthenticatorAttachment?
    /// The results of the client extensions, by name.
    public var extensionResults: JSONObject

    /// An answer of its parts.
    public init(
        id: [UInt8], clientDataJSON: [UInt8], authenticatorData: [UInt8], signature: [UInt8], userHandle: [UInt8]? = nil,
        attachment: AuthenticatorAttachment? = nil, extensionResults: JSONObject = JSONObject()
    ) {
        self.id = id
        self.clientDataJSON = clientDataJSON
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.userHandle = userHandle
        self.attachment = attachment
        self.extensionResults = extensionResults
    }

    /// Reads an answer; an empty `userHandle` counts as none. Throws ``WebAuthnError/Code/malformed``.
    public init(json: JSONValue) throws(WebAuthnError) {
        let credential = try CredentialJSON(json)
        var handle: [UInt8]?
        if let given = credential.response["userHandle"], given != .null, given.string != "" { handle = try credential.bytes("userHandle") }
        self.init(
            id: credential.id, clientDataJSON: try credential.bytes("clientDataJSON"),
            authenticatorData: try credential.bytes("authenticatorData"), signature: try credential.bytes("signature"),
            userHandle: handle, attachment: credential.attachment, extensionResults: credential.extensionResults)
    }

    /// Reads an answer in JSON text of up to 128 KiB. Throws ``WebAuthnError/Code/malformed``.
    public init(text: String) throws(WebAuthnError) {
        let json: JSONValue
        do { json = try JSONValue(parsing: text, limits: CredentialJSON.limits) } catch {
            throw WebAuthnError(.malformed, "the assertion is not JSON", underlying: error)
        }
        try self.init(json: json)
    }

    /// The answer as clients send it.
    public var json: JSONValue {
        var response: JSONObject = [
            "clientDataJSON": .string(Base64URL.encode(clientDataJSON)), "authenticatorData": .string(Base64URL.encode(authenticatorData)),
            "signature": .string(Base64URL.encode(signature)),
        ]
        if let userHandle { response["userHandle"] = .string(Base64URL.encode(userHandle)) }
        return CredentialJSON.json(id: id, response: response, attachment: attachment, extensionResults: extensionResults)
    }
}
