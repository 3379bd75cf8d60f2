import JOSE
import Primitives
import Testing

@Suite("JWS: a token with one wrong thing is refused")
struct JWSFalsificationTests {
    let key = TestKeys.p256
    let payload = Array("payload".utf8)

    func verify(_ token: String, allowing algorithms: Set<SignatureAlgorithm> = [.es256]) throws -> JWS.Verified {
        try JWS.verify(token, with: VerificationKey(key), allowing: algorithms)
    }

    @Test("the good token is accepted")
    func good() throws {
        #expect(try verify(JWS.sign(payload, with: SigningKey(key))).payload == payload)
    }

    @Test("parts", arguments: ["", ".", "..", "...", "a.b", "a.b.c.d", "e30..", "e30.e30.", "!.e30.e30", "e30.e30.e3=", "e30.e30.e31"])
    func parts(_ token: String) {
        #expect(throws: JWSError(.malformed, "")) { try verify(token) }
    }

    static let headers: [(JSONObject, JWSError.Code)] = [
        ([:], .malformed),
        (["alg": 5], .malformed),
        (["alg": "none"], .algorithmNotAllowed),
        (["alg": "None"], .algorithmNotAllowed),
        (["alg": "es256"], .algorithmNotAllowed),
        (["alg": "HS256"], .algorithmNotAllowed),
        (["alg": "ES256", "crit": ["exp"]], .criticalHeader),
        (["alg": "ES256", "crit": []], .criticalHeader),
        (["alg": "ES256", "kid": 7], .malformed),
        (["alg": "ES256", "typ": false], .malformed),
        (["alg": "ES256", "kid": "another"], .noMatchingKey),
        (["alg": "ES256"], .invalidSignature),
    ]

    @Test("headers", arguments: headers)
    func header(_ header: JSONObject, _ code: JWSError.Code) throws {
        let token = try JWS.sign(payload, with: SigningKey(key)).replacingHeader(header)
        #expect(throws: JWSError(code, "")) { try verify(token) }
    }

    @Test("a member twice")
    func duplicate() throws {
        let header = Base64URL.encode(#"{"alg":"ES256","alg":"ES256"}"#.utf8)
        let token = try JWS.sign(payload, with: SigningKey(key)).replacingPart(0, with: header)
        #expect(throws: JWSError(.malformed, "")) { try verify(token) }
    }

    @Test("a header nested too deeply, a header too long, a token too long")
    func limits() throws {
        let deep = String(repeating: "[", count: 9) + String(repeating: "]", count: 9)
        let nested = Base64URL.encode(#"{"alg":"ES256","x":\#(deep)}"#.utf8)
        let honest = try JWS.sign(payload, with: SigningKey(key))
        #expect(throws: JWSError(.malformed, "")) { try verify(honest.replacingPart(0, with: nested)) }
        let long = Base64URL.encode(#"{"alg":"ES256","x":"\#(String(repeating: "x", count: 9000))"}"#.utf8)
        #expect(throws: JWSError(.malformed, "")) { try verify(honest.replacingPart(0, with: long)) }
        let big = try JWS.sign([UInt8](repeating: 0, count: 32 * 1024), with: SigningKey(key))
        #expect(throws: JWSError(.tooLarge, "")) { try verify(big) }
        let verifier = try VerificationKey(key)
        #expect(throws: Never.self) { try JWS.verify(big, with: verifier, allowing: [.es256], limits: JOSELimits(token: 64 * 1024)) }
    }

    @Test("a public key is no MAC secret (RFC 8725 §2.1)")
    func confusion() throws {
        let publicKey = try #require(TestKeys.rsa.publicKey?.publicJSON)
        let secret = JWK(.symmetric(Secret(bytes: JSONValue.object(publicKey).encoded)), keyID: TestKeys.rsa.keyID)
        let forged = try JWS.sign(payload, with: SigningKey(secret, algorithm: .hs256))
        let verifier = try VerificationKey(TestKeys.rsa)
        #expect(throws: JWSError(.algorithmNotAllowed, "")) { try JWS.verify(forged, with: verifier, allowing: [.rs256]) }
        #expect(throws: JWSError(.noMatchingKey, "")) {
            try JWS.verify(forged, with: verifier, allowing: Set(SignatureAlgorithm.allCases))
        }
    }

    @Test("signatures of other keys, other lengths, and of zeros")
    func signatures() throws {
        let honest = try JWS.sign(payload, with: SigningKey(key))
        var other = try JWK.generate(.p256, random: SeededRandom(seed: 50))
        other.keyID = key.keyID
        #expect(throws: JWSError(.invalidSignature, "")) { try verify(JWS.sign(payload, with: SigningKey(other))) }
        for count in [0, 1, 63, 64, 65, 72] {
            let zeros = Base64URL.encode([UInt8](repeating: 0, count: count))
            #expect(throws: JWSError(.invalidSignature, "")) { try verify(honest.replacingPart(2, with: zeros)) }
        }
    }

    @Test("keys are chosen by kid, and without one all are tried")
    func keyIDs() throws {
        let other = try JWK.generate(.p256, random: SeededRandom(seed: 50))
        let keys = VerificationKeys(JWKSet([other, key, TestKeys.x25519]))
        #expect(keys.keys.count == 2)
        #expect(try JWS.verify(JWS.sign(payload, with: SigningKey(key)), with: keys, allowing: [.es256]).keyID == key.keyID)
        var nameless = key
        nameless.keyID = nil
        #expect(try JWS.verify(JWS.sign(payload, with: SigningKey(nameless)), with: keys, allowing: [.es256]).keyID == key.keyID)
    }

    @Test("members that only the key may set", arguments: ["alg", "kid", "crit", "b64"])
    func reserved(_ name: String) throws {
        let signing = try SigningKey(key)
        #expect(throws: JWSError(.reservedHeader, "")) { try JWS.sign(payload, with: signing, header: [name: "x"]) }
        let signer = JWS.Signer(signing, unprotectedHeader: [name: "x"])
        #expect(throws: JWSError(.reservedHeader, "")) { try JWS.signFlattened(payload, by: signer) }
    }
}
