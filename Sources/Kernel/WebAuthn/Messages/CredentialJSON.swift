import Primitives

/// The parts that both kinds of `PublicKeyCredential` in JSON share (L3 §5.1.8).
struct CredentialJSON {
    static let limits = JSONLimits(bytes: 1 << 17, depth: 16, values: 1024)

    let json: JSONValue
    let response: JSONValue

    /// `id` is the text of `rawId`; both must be there and agree.
    let id: [UInt8]

    init(_ json: JSONValue) throws(WebAuthnError) {
        guard json["type"]?.string ?? "public-key" == "public-key", let response = json["response"], response.object != nil else {
            throw WebAuthnError(.malformed, "the answer is no public-key credential with a response")
        }
        self.json = json
        self.response = response
        guard let id = Self.bytes(json["id"]), !id.isEmpty, json["rawId"].map({ Self.bytes($0) == id }) ?? true else {
            throw WebAuthnError(.malformed, "the credential has no id, or its rawId is another")
        }
        self.id = id
    }

    /// A binary member of the response.
    func bytes(_ name: String) throws(WebAuthnError) -> [UInt8] {
        guard let bytes = Self.bytes(response[name]) else { throw WebAuthnError(.malformed, "\(name) is missing or no base64url") }
        return bytes
    }

    /// The specification's form is base64url without padding. Pages that make base64 with `btoa` are about, and documented
    /// (`docs/protocols/platform.md` 2.3), so both are read.
    static func bytes(_ value: JSONValue?) -> [UInt8]? {
        guard let text = value?.string else { return nil }
        if let bytes = Base64URL.decode(text) { return bytes }
        let bare = text.utf8.reversed().drop { $0 == UInt8(ascii: "=") }.reversed()
        return Base64URL.decode(
            utf8: bare.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0 })
    }

    var attachment: AuthenticatorAttachment? { json["authenticatorAttachment"]?.string.flatMap(AuthenticatorAttachment.init(exactly:)) }

    var extensionResults: JSONObject { json["clientExtensionResults"]?.object ?? JSONObject() }

    static func json(
        id: [UInt8], response: JSONObject, attachment: AuthenticatorAttachment?, extensionResults: JSONObject
    ) -> JSONValue {
        var members: JSONObject = [
            "id": .string(Base64URL.encode(id)), "rawId": .string(Base64URL.encode(id)), "type": "public-key",
            "response": .object(response), "clientExtensionResults": .object(extensionResults),
        ]
        if let attachment { members["authenticatorAttachment"] = .string(attachment.rawValue) }
        return .object(members)
    }
}
