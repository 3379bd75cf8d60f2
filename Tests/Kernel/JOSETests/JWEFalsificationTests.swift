import JOSE
import Primitives
import Testing

@Suite("JWE: a token with one wrong thing is refused")
struct JWEFalsificationTests {
    let key = TestKeys.symmetric(32)
    let random = SeededRandom(seed: 5)
    let plaintext = Array("secret".utf8)

    func sealed(header: JSONObject = [:]) throws -> String {
        try JWE.seal(plaintext, with: SealingKey(key, algorithm: .direct, encryption: .a256GCM), header: header, random: random)
    }

    func open(_ token: String, requiring members: JSONObject = [:], limits: JOSELimits = .standard) throws -> JWE.Opened {
        let opening = try OpeningKey(key, algorithm: .direct, encryptions: [.a256GCM])
        return try JWE.open(token, with: opening, requiring: members, limits: limits)
    }

    @Test("two seals of one content differ")
    func fresh() throws { #expect(try sealed() != sealed()) }

    @Test("what the header must say")
    func required() throws {
        let token = try sealed(header: ["realm": "alpha", "purpose": "journey"])
        #expect(try open(token, requiring: ["realm": "alpha", "purpose": "journey"]).plaintext == plaintext)
        #expect(throws: JWEError(.headerMismatch, "")) { try open(token, requiring: ["realm": "beta"]) }
        #expect(throws: JWEError(.headerMismatch, "")) { try open(token, requiring: ["revision": 1]) }
        let moved = token.replacingHeader(["alg": "dir", "enc": "A256GCM", "realm": "beta", "purpose": "journey"])
        #expect(throws: JWEError(.decryptionFailed, "")) { try open(moved, requiring: ["realm": "beta"]) }
    }

    static let headers: [(JSONObject, JWEError.Code)] = [
        ([:], .malformed),
        (["alg": "dir"], .malformed),
        (["alg": "dir", "enc": 7], .malformed),
        (["alg": "none", "enc": "A256GCM"], .algorithmNotAllowed),
        (["alg": "A256KW", "enc": "A256GCM"], .algorithmNotAllowed),
        (["alg": "dir", "enc": "A128GCM"], .algorithmNotAllowed),
        (["alg": "dir", "enc": "A192GCM"], .algorithmNotAllowed),
        (["alg": "dir", "enc": "A256GCM", "zip": "DEF"], .compressed),
        (["alg": "dir", "enc": "A256GCM", "crit": ["x"]], .criticalHeader),
        (["alg": "dir", "enc": "A256GCM", "x": 1], .decryptionFailed),
    ]

    @Test("headers", arguments: headers)
    func header(_ header: JSONObject, _ code: JWEError.Code) throws {
        let token = try sealed().replacingHeader(header)
        #expect(throws: JWEError(code, "")) { try open(token) }
    }

    @Test("parts", arguments: ["", "a.b.c", "....", "e30....", "a.b.c.d.e.f"])
    func parts(_ token: String) {
        #expect(throws: JWEError(.malformed, "")) { try open(token) }
    }

    @Test("vectors and tags of other lengths, and an encrypted key where none belongs")
    func lengths() throws {
        let token = try sealed()
        for part in [2, 4] {
            for count in [0, 4, 11, 15, 17] {
                let other = Base64URL.encode([UInt8](repeating: 0, count: count))
                #expect(throws: JWEError(.malformed, "")) { try open(token.replacingPart(part, with: other)) }
            }
        }
        #expect(throws: JWEError(.decryptionFailed, "")) { try open(token.replacingPart(1, with: "AAAA")) }
        #expect(throws: JWEError(.tooLarge, "")) { try open(token, limits: JOSELimits(token: 20)) }
    }

    @Test("keys are chosen by kid")
    func keyIDs() throws {
        var (old, new) = (key, TestKeys.symmetric(48))
        old.keyID = "old"
        new = JWK(.symmetric(Secret(bytes: [UInt8](repeating: 1, count: 32))), keyID: "new")
        let opening = OpeningKeys(try [new, old].map { try OpeningKey($0, algorithm: .direct, encryptions: [.a256GCM]) })
        let token = try JWE.seal(plaintext, with: SealingKey(old, algorithm: .direct, encryption: .a256GCM), random: random)
        #expect(try JWE.open(token, with: opening).keyID == "old")
        let stranger = OpeningKeys(try [new].map { try OpeningKey($0, algorithm: .direct, encryptions: [.a256GCM]) })
        #expect(throws: JWEError(.noMatchingKey, "")) { try JWE.open(token, with: stranger) }
    }

    @Test("members that only the key may set", arguments: ["alg", "enc", "epk", "zip", "crit"])
    func reserved(_ name: String) {
        #expect(throws: JWEError(.reservedHeader, "")) { try sealed(header: [name: "x"]) }
    }

    @Test("the agreement info enters the key", arguments: [TestKeys.p256, TestKeys.x25519])
    func parties(_ key: JWK) throws {
        let sealing = try SealingKey(key, algorithm: .ecdhES, encryption: .a256GCM)
        let opening = try OpeningKey(key, algorithm: .ecdhES, encryptions: [.a256GCM])
        let token = try JWE.seal(plaintext, with: sealing, header: ["apu": "QWxpY2U", "apv": "Qm9i"], random: random)
        #expect(try JWE.open(token, with: opening).plaintext == plaintext)
        #expect(throws: JWEError(.malformed, "")) { try JWE.seal(plaintext, with: sealing, header: ["apu": "="], random: random) }
    }

    @Test("ephemeral keys of another curve, off the curve, of small order, or none")
    func ephemeral() throws {
        let zeros = JSONValue.string(Base64URL.encode([UInt8](repeating: 0, count: 32)))
        for key in [TestKeys.p256, TestKeys.x25519] {
            let opening = try OpeningKey(key, algorithm: .ecdhES, encryptions: [.a256GCM])
            let honest = try JWE.seal(plaintext, with: SealingKey(key, algorithm: .ecdhES, encryption: .a256GCM), random: random)
            let wrong: [JSONValue?] = [
                nil, 7, .object(TestKeys.p384.publicJSON ?? [:]), ["kty": "OKP", "crv": "X25519", "x": zeros],
                ["kty": "EC", "crv": "P-256", "x": zeros, "y": zeros],
            ]
            for epk in wrong {
                var header: JSONObject = ["alg": "ECDH-ES", "enc": "A256GCM"]
                header["epk"] = epk
                #expect(throws: JWEError(.decryptionFailed, "")) { try JWE.open(honest.replacingHeader(header), with: opening) }
            }
        }
    }
}
