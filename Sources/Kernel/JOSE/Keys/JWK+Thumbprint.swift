import Crypto
import Primitives

extension JWK {
    /// The SHA-256 thumbprint, 32 bytes: the same for a key however it is written down (RFC 7638 §3). That of a private key is its
    /// public key's. A symmetric key's gives away a hash of the secret: don't show it.
    public var thumbprint: [UInt8] { SHA256.hash(data: JSONValue.object(material.requiredMembers).encoded).bytes }

    /// ``thumbprint`` as base64url, the usual `kid` and the `jkt` of RFC 9449 §6.
    public var thumbprintText: String { Base64URL.encode(thumbprint) }

    /// The thumbprint as a URI (RFC 9278 §3).
    public var thumbprintURI: String { "urn:ietf:params:oauth:jwk-thumbprint:sha-256:" + thumbprintText }
}
