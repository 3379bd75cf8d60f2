public import JOSE
public import Primitives

/// New keys for an installation: `POST /installation/keys`, proved with the old key.
///
/// The new `sig` key signs ``signingInput`` to show that the device has it. The old key is good until the new one's first accepted request.
public struct KeyRotation: Sendable, Equatable {
    /// `typ` of the statement.
    public static let type = "key-rotation+jwt"

    /// The id of the installation whose keys change.
    public var installation: String
    /// A nonce of the purpose `rotation`.
    public var nonce: String
    /// The new public key that signs, `sig` in the statement.
    public var signing: JWK
    /// The new public key for which the server seals, `enc` in the statement.
    public var agreement: JWK

    /// Makes a key rotation of its members, which are taken unchecked.
    public init(installation: String, nonce: String, signing: JWK, agreement: JWK) {
        self.installation = installation
        self.nonce = nonce
        self.signing = signing
        self.agreement = agreement
    }

    /// The bytes that the new `sig` key signs.
    public var signingInput: [UInt8] {
        let claims: JSONObject = [
            "installation": .string(installation), "nonce": .string(nonce), "sig": JSONValue(signing), "enc": JSONValue(agreement),
        ]
        return Statement.signingInput(type: Self.type, header: JSONObject(), claims: claims)
    }

    /// The body of the request.
    public func json(signature: [UInt8]) -> JSONValue { ["statement": .string(JWS.text(signingInput, signature: signature))] }

    /// Reads the body and checks that the new key signed it.
    /// - Throws: `.malformed`, `.invalidProof`.
    public init(json: JSONValue) throws(DeviceError) {
        let statement = try Statement(
            try Members(json, of: "the rotation").text("statement", atMost: Statement.limits.token), type: Self.type)
        let members = try Members(.object(statement.claims), of: "the rotation")
        installation = try members.text("installation")
        nonce = try members.text("nonce")
        signing = try members.key("sig")
        agreement = try members.key("enc")
        try statement.verify(with: signing)
    }
}
