import Crypto
import JOSE
import Primitives
import Testing

@testable import struct JOSE.CompactParts
@testable import struct JOSE.ContentCipher
@testable import struct JOSE.SealedContent

@Suite("RFC 7516 Appendix A: JSON Web Encryption")
struct RFC7516Tests {
    static let vectors = JOSETests.vectors("rfc7516").elements

    @Test("the content opens with the content key", arguments: vectors)
    func content(_ vector: JSONValue) throws {
        let parts = try #require(CompactParts(vector.text("token"), count: 5))
        let encryption = try #require(ContentEncryption(rawValue: vector.text("encryption")))
        let cipher = try #require(ContentCipher(encryption, key: SymmetricKey(data: vector.base64("contentKey"))))
        let sealed = SealedContent(
            vector: try #require(parts.decoded(2)), ciphertext: try #require(parts.decoded(3)), tag: try #require(parts.decoded(4)))
        #expect(try cipher.open(sealed, authenticating: Array(parts[0])) == vector.base64("plaintext"))
        #expect(throws: (any Error).self) { try cipher.open(sealed, authenticating: Array(parts[0].dropLast())) }
    }

    @Test("RSA1_5, RSA-OAEP with SHA-1 and A128KW do not exist here", arguments: vectors)
    func refused(_ vector: JSONValue) throws {
        let key = TestKeys.rsa
        let opening = try OpeningKey(key, algorithm: .rsaOAEP256, encryptions: Set(ContentEncryption.allCases))
        #expect(throws: JWEError(.algorithmNotAllowed, "")) { try JWE.open(vector.text("token"), with: opening) }
    }
}
