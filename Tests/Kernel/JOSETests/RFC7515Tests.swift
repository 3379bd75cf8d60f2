import JOSE
import Primitives
import Testing

@Suite("RFC 7515 Appendix A: JSON Web Signature")
struct RFC7515Tests {
    static let file = vectors("rfc7515")

    @Test("A.1 to A.4 verify", arguments: file["compact"]?.elements ?? [])
    func compact(_ vector: JSONValue) throws {
        let algorithm = try #require(SignatureAlgorithm(rawValue: vector.text("algorithm")))
        let verified = try JWS.verify(vector.text("token"), with: VerificationKey(vector.key()), allowing: [algorithm])
        #expect(verified.payload == vector.base64("payload"))
    }

    @Test("A.1 to A.4: another algorithm in the allow-list is no help", arguments: file["compact"]?.elements ?? [])
    func otherAlgorithm(_ vector: JSONValue) throws {
        let others = Set(SignatureAlgorithm.allCases).filter { $0.rawValue != vector.text("algorithm") }
        let key = try VerificationKey(vector.key())
        #expect(throws: JWSError(.algorithmNotAllowed, "")) { try JWS.verify(vector.text("token"), with: key, allowing: others) }
    }

    @Test("A.2: a deterministic signature is made again")
    func reproduced() throws {
        let vector = try #require(Self.file["compact"]?.elements.first { $0.text("section") == "A.2" })
        let token = try JWS.sign(vector.base64("payload"), with: SigningKey(vector.key(), algorithm: .rs256))
        #expect(token == vector.text("token"))
    }

    @Test("A.5 (alg none) and E (unknown critical member) are refused", arguments: file["refused"]?.elements ?? [])
    func refused(_ vector: JSONValue) throws {
        let keys = VerificationKeys(try [TestKeys.rsa, TestKeys.symmetric(64)].map { try VerificationKey($0) })
        #expect(throws: JWSError.self) {
            try JWS.verify(vector.text("token"), with: keys, allowing: Set(SignatureAlgorithm.allCases))
        }
    }

    @Test("A.6 and A.7: JSON serialisations", arguments: file["json"]?.elements ?? [])
    func json(_ vector: JSONValue) throws {
        let keys = VerificationKeys(JWKSet(try vector.keys()))
        let text = try #require(vector["document"]).encoded
        let verified = try JWS.verify(json: text, with: keys, allowing: [.es256, .rs256])
        #expect(verified.allSatisfy { $0.payload == vector.base64("payload") })
        #expect(verified.count == (vector["document"]?["signatures"]?.elements.count ?? 1))
    }
}
