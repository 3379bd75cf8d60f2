import Foundation
import JOSE
import Primitives
import Testing

@Suite("RFC 7519 §7.2 and RFC 8725: verifying JSON Web Tokens")
struct RFC7519Tests {
    static let now = Date(timeIntervalSince1970: 1_800_000_000)
    static let policy = JWTPolicy(algorithms: [.es256], issuer: "https://op.example", audience: "api", type: "at+jwt")

    /// A token that the policy accepts, with one change.
    static func token(type: String = "at+jwt", _ change: (inout JWTClaims) -> Void = { _ in }) throws -> String {
        var claims = JWTClaims()
        claims.issuer = "https://op.example"
        claims.subject = "demo"
        claims.audience = ["api", "other"]
        claims.issuedAt = now - 10
        claims.notBefore = now - 10
        claims.expires = now + 60
        claims.id = "1"
        change(&claims)
        return try JWT.sign(claims, with: SigningKey(TestKeys.p256), type: type)
    }

    func verify(_ token: String, policy: JWTPolicy = policy, at now: Date = now) throws -> JWT.Verified {
        try policy.verify(token, keys: VerificationKey(TestKeys.p256), at: now)
    }

    @Test("a good token")
    func good() throws {
        let verified = try verify(Self.token())
        #expect(verified.claims.subject == "demo")
        #expect(verified.claims.audience == ["api", "other"])
        #expect(verified.claims.expires == Self.now + 60)
        #expect(verified.claims.id == "1")
        #expect(verified.keyID == TestKeys.p256.keyID)
    }

    static let wrong: [(String, JWTError.Code, @Sendable (inout JWTClaims) -> Void)] = [
        ("issuer different", .wrongIssuer, { $0.issuer = "https://op.example/" }),
        ("issuer missing", .wrongIssuer, { $0.issuer = nil }),
        ("audience different", .wrongAudience, { $0.audience = ["other"] }),
        ("audience missing", .wrongAudience, { $0.audience = [] }),
        ("expired", .expired, { $0.expires = now - 30 }),
        ("exp missing", .missingClaim, { $0.expires = nil }),
        ("not yet valid", .notYetValid, { $0.notBefore = now + 31 }),
        ("issued in the future", .notYetValid, { $0.issuedAt = now + 31 }),
        ("iss a number", .malformed, { $0["iss"] = 1 }),
        ("exp a string", .malformed, { $0["exp"] = "1800000060" }),
        ("exp beyond reckoning", .malformed, { $0["exp"] = 1e300 }),
        ("aud a number", .malformed, { $0["aud"] = [1] }),
    ]

    @Test("one wrong claim", arguments: wrong.indices)
    func refused(_ index: Int) throws {
        let (what, code, change) = Self.wrong[index]
        let token = try Self.token(change)
        #expect(throws: JWTError(code, what)) { try verify(token) }
    }

    @Test("the leeway ends where it says", arguments: [(89.0, true), (90, false)])
    func leeway(_ seconds: TimeInterval, _ accepted: Bool) throws {
        let token = try Self.token()
        #expect(((try? verify(token, at: Self.now + seconds)) != nil) == accepted)
    }

    @Test("typ", arguments: ["JWT", "application/jwt", "rt+jwt"])
    func type(_ type: String) throws {
        #expect(throws: JWTError(.wrongType, "")) { try verify(Self.token(type: type)) }
    }

    @Test("headers that are encoded beforehand say what others say", arguments: ["JWT", "at+jwt", "dpop+jwt"], [nil, "k\"1"])
    func header(_ type: String, _ name: String?) throws {
        var key = JWK(.symmetric(Secret(bytes: [UInt8](repeating: 7, count: 32))))
        key.keyID = name
        let signing = try SigningKey(key)
        let token = try JWT.sign(JWTClaims(["sub": "a"]), with: signing, type: type)
        #expect(try token == JWS.sign(Array(#"{"sub":"a"}"#.utf8), with: signing, header: ["typ": .string(type)]))
        #expect(try JWS.Unverified(token).header["typ"]?.string == type && JWS.Unverified(token).header.keyID == name)
    }

    @Test("typ in other spellings", arguments: ["application/at+jwt", "AT+JWT"])
    func typeSpelling(_ type: String) throws {
        #expect(throws: Never.self) { try verify(Self.token(type: type)) }
    }

    @Test("the age is bounded from iat")
    func age() throws {
        var policy = Self.policy
        policy.maximumAge = 5
        policy.leeway = 0
        #expect(throws: JWTError(.tooOld, "")) { try verify(Self.token(), policy: policy) }
        #expect(throws: JWTError(.missingClaim, "")) { try verify(Self.token { $0.issuedAt = nil }, policy: policy) }
        policy.maximumAge = 10
        #expect(throws: Never.self) { try verify(Self.token(), policy: policy) }
    }

    @Test("required claims")
    func required() throws {
        var policy = Self.policy
        policy.requiredClaims = ["exp", "client_id"]
        #expect(throws: JWTError(.missingClaim, "")) { try verify(Self.token(), policy: policy) }
        #expect(throws: Never.self) { try verify(Self.token { $0["client_id"] = "a" }, policy: policy) }
    }

    @Test("a refused signature says why")
    func signature() throws {
        let token = try Self.token()
        let error = #expect(throws: JWTError.self) { try verify(token.flippingBit(inPart: 2)) }
        #expect(error == JWTError(.signature, ""))
        #expect(error?.underlying as? JWSError == JWSError(.invalidSignature, ""))
    }

    @Test("claims that are no object", arguments: ["[]", "\"x\"", "{", #"{"iss":"a","iss":"b"}"#])
    func claims(_ payload: String) throws {
        let token = try JWS.sign(payload.utf8, with: SigningKey(TestKeys.p256), header: ["typ": "at+jwt"])
        #expect(throws: JWTError(.malformed, "")) { try verify(token) }
    }

    @Test("a NumericDate may have a fraction")
    func fraction() throws {
        let claims = try JWTClaims(["exp": 1800000000.5])
        #expect(claims.expires == Self.now + 0.5)
    }

    @Test("signed, then sealed")
    func nested() throws {
        let secret = TestKeys.symmetric(32)
        let sealing = try SealingKey(secret, algorithm: .a256KW, encryption: .a256GCM)
        let opening = try OpeningKey(secret, algorithm: .a256KW, encryptions: [.a256GCM])
        var claims = JWTClaims()
        claims.expires = Self.now + 60
        let random = SeededRandom(seed: 2)
        let token = try JWT.signAndSeal(
            claims, signing: SigningKey(TestKeys.p256), sealing: sealing, header: ["purpose": "test"], random: random)
        let policy = JWTPolicy(algorithms: [.es256], issuer: nil, audience: nil, type: nil)
        let keys = try VerificationKey(TestKeys.p256)
        let verified = try policy.openAndVerify(token, opening: opening, keys: keys, requiring: ["purpose": "test"], at: Self.now)
        #expect(verified.claims == claims)
        #expect(throws: JWTError(.encryption, "")) {
            try policy.openAndVerify(token, opening: opening, keys: keys, requiring: ["purpose": "x"], at: Self.now)
        }
        let untyped = try JWE.seal(Self.token().utf8, with: sealing, random: random)
        #expect(throws: JWTError(.malformed, "")) { try policy.openAndVerify(untyped, opening: opening, keys: keys, at: Self.now) }
    }
}
