import Crypto
import JOSE
import Primitives
import Testing

@testable import struct JOSE.AgreementParty
@testable import struct JOSE.ConcatKDF
@testable import struct JOSE.ContentCipher
@testable import struct JOSE.SealedContent

@Suite("RFC 7518 Appendix B and C: JSON Web Algorithms")
struct RFC7518Tests {
    static let file = vectors("rfc7518")

    @Test("B.1 and B.3: AES in CBC mode with HMAC", arguments: file["content"]?.elements ?? [])
    func content(_ vector: JSONValue) throws {
        let encryption = try #require(ContentEncryption(rawValue: vector.text("encryption")))
        let cipher = try #require(ContentCipher(encryption, key: SymmetricKey(data: vector.hex("key"))))
        let sealed = try cipher.seal(
            vector.hex("plaintext"), vector: vector.hex("vector"), authenticating: vector.hex("authenticated"))
        #expect(sealed.ciphertext == vector.hex("ciphertext"))
        #expect(sealed.tag == vector.hex("tag"))
        #expect(try cipher.open(sealed, authenticating: vector.hex("authenticated")) == vector.hex("plaintext"))
        let forged = SealedContent(vector: sealed.vector, ciphertext: sealed.ciphertext, tag: [sealed.tag[0] ^ 1] + sealed.tag.dropFirst())
        #expect(throws: (any Error).self) { try cipher.open(forged, authenticating: vector.hex("authenticated")) }
    }

    @Test("C: the key derivation of ECDH-ES, from both sides")
    func agreement() throws {
        let vector = try #require(Self.file["agreement"])
        let ephemeral = try AgreementParty(vector.key("ephemeral"))
        let recipient = try AgreementParty(vector.key("recipient"))
        let header: JSONObject = ["apu": .string(vector.text("apu")), "apv": .string(vector.text("apv"))]
        let derivation = try ConcatKDF(.ecdhES, .a128GCM, header: header)
        for secret in [try ephemeral.secret(with: recipient), try recipient.secret(with: ephemeral)] {
            #expect(derivation.key(from: secret).withUnsafeBytes { Array($0) } == vector.base64("derived"))
        }
    }
}
