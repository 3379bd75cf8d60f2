import Foundation
import JOSE
import Primitives
import Testing

/// The example of JOSE.docc/JOSE.md.
func example(now: Date, random: some RandomSource) throws {
    // The issuer keeps a key and signs.
    let pair = try JWK.generate(.p256, random: random)
    let signing = try SigningKey(pair)
    var claims = JWTClaims()
    claims.issuer = "https://login.example.com"
    claims.subject = "demo"
    claims.audience = ["api"]
    claims.expires = now + 3600
    let token = try JWT.sign(claims, with: signing, type: "at+jwt")

    // A verifier knows the public keys and says what it expects.
    let keys = VerificationKeys(try JWKSet(JWKSet([pair]).publicJSON))
    let policy = JWTPolicy(algorithms: [.es256], issuer: "https://login.example.com", audience: "api", type: "at+jwt")
    let verified = try policy.verify(token, keys: keys, at: now)
    assert(verified.claims.subject == "demo")

    // A server seals state for itself, bound to a realm.
    let secret = try JWK.generate(.symmetric(bytes: 32), random: random)
    let sealing = try SealingKey(secret, algorithm: .direct, encryption: .a256GCM)
    let opening = try OpeningKey(secret, algorithm: .direct, encryptions: [.a256GCM])
    let sealed = try JWE.seal(Array("state".utf8), with: sealing, header: ["realm": "alpha"], random: random)
    let opened = try JWE.open(sealed, with: opening, requiring: ["realm": "alpha"])
    assert(opened.plaintext == Array("state".utf8))
}

@Suite("Documentation")
struct DocumentationTests {
    @Test("the article's example runs")
    func article() throws { try example(now: ManualTime().now, random: SeededRandom(seed: 12)) }
}
