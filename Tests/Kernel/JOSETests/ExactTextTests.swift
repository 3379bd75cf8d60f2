import Foundation
import JOSE
import Primitives
import Testing

/// "K" and the sign of Kelvin are one to Swift, and two to everybody else (docs/decisions/0046-exact-text.md).
@Suite("Tokens and keys are compared by code points")
struct ExactTextTests {
    private static let kelvin = "\u{212A}"
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func claims(_ change: (inout JWTClaims) -> Void = { _ in }) throws -> String {
        var claims = JWTClaims()
        (claims.issuer, claims.subject, claims.audience) = ("https://K.example", "demo", ["K"])
        (claims.issuedAt, claims.expires) = (Self.now, Self.now + 60)
        claims["nonce"] = "K"
        change(&claims)
        return try JWT.sign(claims, with: SigningKey(TestKeys.p256), type: "K")
    }

    static let changes: [(String, JWTError.Code, @Sendable (inout JWTClaims) -> Void)] = [
        ("iss", .wrongIssuer, { $0.issuer = "https://\(kelvin).example" }), ("aud", .wrongAudience, { $0.audience = [kelvin] }),
        ("nonce", .wrongNonce, { $0["nonce"] = .string(kelvin) }),
        ("azp", .wrongAudience, { $0["azp"] = .string(kelvin) }),
    ]

    @Test("claims", arguments: changes.indices)
    func claims(_ index: Int) throws {
        let (name, code, change) = Self.changes[index]
        let policy = IDTokenPolicy(issuer: "https://K.example", clients: ["K"], nonce: "K")
        let keys = try VerificationKey(TestKeys.p256)
        #expect(throws: Never.self) { try policy.verify(try claims(), keys: keys, at: Self.now) }
        #expect(throws: JWTError(code, ""), "\(name)") { try policy.verify(try claims(change), keys: keys, at: Self.now) }
    }

    @Test("kid and typ")
    func header() throws {
        var key = TestKeys.p256
        key.keyID = Self.kelvin
        let token = try JWT.sign(JWTClaims(), with: SigningKey(key), type: Self.kelvin)
        key.keyID = "K"
        #expect(throws: JWSError(.noMatchingKey, "")) { try JWS.verify(token, with: VerificationKey(key), allowing: [.es256]) }
        #expect(throws: JWSError(.noMatchingKey, "")) {
            try JWS.verify(token, with: VerificationKeys([VerificationKey(key)]), allowing: [.es256])
        }
        #expect(JWKSet([key])[Self.kelvin] == nil && JWKSet([key])["K"] == key)
        key.keyID = Self.kelvin
        let verified = try JWS.verify(token, with: VerificationKey(key), allowing: [.es256])
        #expect(verified.header.hasType(Self.kelvin) && !verified.header.hasType("K") && !verified.header.hasType("k"))
    }

    @Test("kty, alg, use and the names of members")
    func keys() throws {
        let good = try #require(TestKeys.ed25519.publicJSON)
        var wrong = good
        wrong["kty"] = "O\u{212A}P"
        #expect(throws: JWKError(.unsupported, "")) { try JWK(wrong) }
        var both = good
        both["\u{212A}ty"] = "EC"
        #expect(try JWK(both).others.names == ["\u{212A}ty"])
        var bound = TestKeys.symmetric(32)
        bound.algorithm = "A256\u{212A}W"
        #expect(throws: JWKError(.notUsable, "")) { try SealingKey(bound, algorithm: .a256KW, encryption: .a256GCM) }
    }

    @Test("alg and enc of a sealed token")
    func sealed() throws {
        let key = TestKeys.symmetric(32)
        let opening = try OpeningKey(key, algorithm: .a256KW, encryptions: [.a256GCM])
        let token = try JWE.seal(
            [1], with: SealingKey(key, algorithm: .a256KW, encryption: .a256GCM), random: SeededRandom(seed: 1))
        #expect(try JWE.open(token, with: opening).plaintext == [1])
        let header: JSONObject = ["alg": "A256\u{212A}W", "enc": "A256GCM"]
        #expect(throws: JWEError(.algorithmNotAllowed, "")) { try JWE.open(token.replacingHeader(header), with: opening) }
    }
}
