import JOSE
import Primitives
import Testing

@Suite("RFC 7638 and RFC 9278: thumbprints")
struct RFC7638Tests {
    static let vector = vectors("rfc7638")

    @Test("§3.1")
    func thumbprint() throws {
        let key = try Self.vector.key()
        #expect(key.thumbprintText == Self.vector.text("thumbprint"))
        #expect(key.thumbprintURI == "urn:ietf:params:oauth:jwk-thumbprint:sha-256:" + Self.vector.text("thumbprint"))
    }

    @Test("metadata and the private part don't count", arguments: [TestKeys.p256, TestKeys.ed25519, TestKeys.rsa])
    func same(_ key: JWK) {
        var other = key
        other.keyID = "another"
        other.use = .signature
        #expect(other.thumbprint == key.thumbprint)
        #expect(key.publicKey?.thumbprint == key.thumbprint)
    }
}
