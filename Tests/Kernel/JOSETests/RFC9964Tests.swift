import JOSE
import Primitives
import Testing

@Suite("RFC 9964: ML-DSA")
struct RFC9964Tests {
    private static let file = vectors("rfc9964")

    @Test("the key of a seed, and its thumbprint")
    func key() throws {
        let vector = try #require(Self.file["signature"])
        let key = try vector.key()
        #expect(try key.privateJSON == #require(vector["key"]?.object))
        #expect(key.thumbprintText == vector.text("thumbprint"))
        guard case .akp(let pair) = key.material else {
            Issue.record("another type of key")
            return
        }
        #expect(try AKPKey(algorithm: .mlDSA65, priv: Secret(bytes: [UInt8](repeating: 0, count: 32))) == pair)
    }

    @Test("verifying; a signature of other bytes or another length isn't the key's")
    func verifying() throws {
        let vector = try #require(Self.file["signature"])
        let (token, key) = (vector.text("token"), try VerificationKey(vector.key()))
        #expect(try JWS.verify(token, with: key, allowing: [.mlDSA65]).payload == vector.base64("payload"))
        for wrong in [token.flippingBit(inPart: 2), token + "AAAA", String(token.dropLast(4))] {
            #expect(throws: JWSError(.invalidSignature, "")) { try JWS.verify(wrong, with: key, allowing: [.mlDSA65]) }
        }
        #expect(throws: JWSError(.algorithmNotAllowed, "")) { try JWS.verify(token, with: key, allowing: [.es256]) }
    }

    @Test("a key is for its one algorithm, whatever its metadata is given as")
    func algorithm() throws {
        let key = TestKeys.mlDSA65
        #expect(key.algorithm == "ML-DSA-65" && key.publicJSON?["alg"] == "ML-DSA-65" && key.publicJSON?["priv"] == nil)
        #expect(JWK(key.material, algorithm: "ES256").algorithm == "ML-DSA-65")
        var nameless = key
        nameless.algorithm = nil
        #expect(nameless.publicJSON?["alg"] == "ML-DSA-65")
        #expect(throws: JWKError(.notUsable, "")) { try SigningKey(key, algorithm: .es256) }
        #expect(throws: JWKError(.notUsable, "")) { try SigningKey(#require(key.publicKey)) }
    }
}
