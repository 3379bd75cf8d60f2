import Crypto
import JOSE
import Primitives
import Testing

@testable import struct JOSE.AgreementParty

@Suite("RFC 8037 Appendix A: Curve25519")
struct RFC8037Tests {
    static let file = vectors("rfc8037")

    @Test("A.1 to A.3: the key and its thumbprint")
    func key() throws {
        let vector = try #require(Self.file["signature"])
        let key = try vector.key()
        #expect(try key.privateJSON == #require(vector["key"]?.object))
        #expect(key.thumbprintText == vector.text("thumbprint"))
    }

    @Test("A.4: signing")
    func signing() throws {
        let vector = try #require(Self.file["signature"])
        let token = try JWS.sign(vector.base64("payload"), with: SigningKey(vector.key()))
        #expect(token == vector.text("token"))
    }

    @Test("A.5: verifying")
    func verifying() throws {
        let vector = try #require(Self.file["signature"])
        let verified = try JWS.verify(vector.text("token"), with: VerificationKey(vector.key()), allowing: [.edDSA])
        #expect(verified.payload == vector.base64("payload"))
    }

    @Test("A.6: the secret that X25519 agrees on")
    func agreement() throws {
        let vector = try #require(Self.file["agreement"])
        let secret = try AgreementParty(vector.key("ephemeral")).secret(with: AgreementParty(vector.key("recipient")))
        #expect(secret.withUnsafeBytes { Array($0) } == vector.hex("shared"))
    }
}
