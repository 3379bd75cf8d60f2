public import JOSE
import Primitives

extension BoundStatement {
    /// A statement that waits for its signature.
    public struct Draft: Sendable, Equatable {
        /// The bytes that the key signs.
        public let signingInput: [UInt8]

        /// The statement as it is sent.
        /// - Parameter signature: of ``signingInput``; of an EC key, r and s (RFC 7518 §3.4).
        public func text(signature: [UInt8]) -> String {
            JWS.text(signingInput, signature: signature)
        }
    }

    /// The statement for a key store to sign.
    ///
    /// - Parameters:
    ///   - keyID: the key's id, `kid`.
    ///   - key: the public key, where it is bound; nil where the server knows it.
    public func draft(keyID: String, algorithm: SignatureAlgorithm, embedding key: JWK? = nil) -> Draft {
        var header: JSONObject = ["alg": .string(algorithm.rawValue), "typ": "JWS", "kid": .string(keyID)]
        header["jwk"] = key.flatMap { Self.embedded($0, keyID, algorithm) }
        var input = Array(Base64URL.encode(JSONValue.object(header).encoded).utf8) + [UInt8(ascii: ".")]
        Base64URL.append(JSONValue.object(claims).encoded, to: &input)
        return Draft(signingInput: input)
    }

    /// The statement, signed with a key that is at hand.
    ///
    /// - Parameter isBinding: whether the public key goes along.
    /// - Throws: `JWKError` for a key without an id or that can't sign, `JWSError`.
    public func signed(with key: JWK, isBinding: Bool = false) throws -> String {
        let signer = try SigningKey(key)
        guard let keyID = key.keyID else { throw JWKError(.notUsable, "a bound key needs an id") }
        var header: JSONObject = ["typ": "JWS"]
        if isBinding { header["jwk"] = Self.embedded(key, keyID, signer.algorithm) }
        return try JWS.sign(JSONValue.object(claims).encoded, with: signer, header: header)
    }

    /// The public key as a binding shows it: for signatures, with one algorithm and its id.
    private static func embedded(_ key: JWK, _ keyID: String, _ algorithm: SignatureAlgorithm) -> JSONValue? {
        guard var key = key.publicKey else { return nil }
        (key.keyID, key.use, key.algorithm, key.operations) = (keyID, .signature, algorithm.rawValue, nil)
        return key.publicJSON.map(JSONValue.object)
    }
}
