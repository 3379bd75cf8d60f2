public import Primitives

/// JSON Web Token (RFC 7519): signing here, verifying with a ``JWTPolicy``.
public enum JWT {
    /// A token that a policy has accepted.
    public struct Verified: Sendable {
        /// The signature's header.
        public let header: JOSEHeader
        /// The claims.
        public let claims: JWTClaims
        /// The `kid` of the key that verified it.
        public let keyID: String?
    }

    /// Signs claims. `type` is written as `typ`, say `at+jwt` for an access token (RFC 9068 §2.1), so that tokens of one kind are not
    /// taken for another (RFC 8725 §3.11). Throws as ``JWS/sign(_:with:header:)``.
    public static func sign(
        _ claims: JWTClaims, with key: SigningKey, type: String = "JWT", header: JSONObject = JSONObject()
    ) throws(JWSError) -> String {
        let payload = JSONValue.object(claims.members).encoded
        if header.isEmpty, let known = key.template.encoded(type: type) { return try JWS.sign(payload, with: key, under: known) }
        var members: JSONObject = ["typ": .string(type)]
        for member in header.members { members[member.name] = member.value }
        return try JWS.sign(payload, with: key, header: members)
    }
}
