import Foundation
import JOSE
import Primitives
import Testing
import VerifiableClaims

/// The example of VerifiableClaims.docc/VerifiableClaims.md.
func example(pair: JWK, holder: JWK, nonce: String, now: Date, random: some RandomSource) throws -> JWTClaims {
    let (key, keys, holderKey) = (try SigningKey(pair), try VerificationKey(pair), try SigningKey(holder))
    let issuer = SDJWTIssuer(key: key, type: "example+sd-jwt")
    let token = try issuer.issue(
        ["iss": "https://issuer.example", "given_name": .disclosable("John"), "family_name": .disclosable("Doe")], holder: holder,
        random: random)

    let held = try SDJWTPolicy(type: "example+sd-jwt", issuer: "https://issuer.example", binding: .refused).verify(
        token, keys: keys, at: now)
    let shown = held.selecting { $0 == [.name("given_name")] }
    let presentation = try held.bind(shown, to: KeyBinding(audience: "verifier", nonce: nonce, issuedAt: now), key: holderKey)

    let policy = SDJWTPolicy(
        type: "example+sd-jwt", issuer: "https://issuer.example", binding: .required(audience: "verifier", nonce: nonce))
    let claims = try policy.verify(presentation, keys: keys, at: now).claims
    return claims
}

@Suite("Documentation")
struct DocumentationTests {
    @Test("the article's example runs")
    func article() throws {
        let parties = try Parties()
        let claims = try example(pair: parties.issuerKey, holder: parties.holderKey, nonce: "n-1", now: parties.now, random: parties.random)
        #expect(claims["given_name"] == "John" && claims["family_name"] == nil)
    }
}
