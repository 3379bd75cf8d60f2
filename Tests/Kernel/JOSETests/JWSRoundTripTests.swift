import JOSE
import Primitives
import Testing

@Suite("JWS: every algorithm signs and verifies")
struct JWSRoundTripTests {
    let payload = Array(#"{"sub":"demo"}"#.utf8)

    @Test(arguments: SignatureAlgorithm.allCases)
    func compact(_ algorithm: SignatureAlgorithm) throws {
        let key = TestKeys.key(for: algorithm)
        let token = try JWS.sign(payload, with: SigningKey(key, algorithm: algorithm), header: ["typ": "JWT"])
        let verified = try JWS.verify(token, with: VerificationKey(key), allowing: [algorithm])
        #expect(verified.payload == payload)
        #expect(verified.algorithm == algorithm)
        #expect(verified.header.type == "JWT")
        #expect(verified.keyID == key.keyID)
    }

    @Test("a flipped bit anywhere is refused", arguments: SignatureAlgorithm.allCases)
    func flipped(_ algorithm: SignatureAlgorithm) throws {
        let key = TestKeys.key(for: algorithm)
        let token = try JWS.sign(payload, with: SigningKey(key, algorithm: algorithm))
        let verifier = try VerificationKey(key)
        for part in 0..<3 {
            #expect(throws: JWSError.self) { try JWS.verify(token.flippingBit(inPart: part), with: verifier, allowing: [algorithm]) }
        }
    }
}
