import Foundation
import JOSE
import Primitives
import VerifiableClaims

/// An issuer, a holder and a stranger with their keys.
struct Parties {
    let now = Date(timeIntervalSince1970: 1_767_225_600.000_4)
    let random = SeededRandom(seed: 9901)
    let issuerKey: JWK
    let holderKey: JWK
    let strangerKey: JWK

    init() throws {
        issuerKey = try JWK.generate(.p256, random: random)
        holderKey = try JWK.generate(.p256, random: random)
        strangerKey = try JWK.generate(.p256, random: random)
    }

    static let type = "example+sd-jwt"

    func issuer(_ hash: DisclosureHash = .sha256) throws -> SDJWTIssuer {
        SDJWTIssuer(key: try SigningKey(issuerKey), type: Self.type, hash: hash)
    }

    func keys() throws -> VerificationKey { try VerificationKey(issuerKey) }

    func policy(_ binding: SDJWTPolicy.Binding = .ignored) -> SDJWTPolicy {
        SDJWTPolicy(type: Self.type, issuer: "https://issuer.example", binding: binding)
    }

    /// A token with a member, an element, a nested object and one hidden within another.
    func token(_ hash: DisclosureHash = .sha256, decoys: Int = 0) throws -> SDJWT {
        var claims = Self.claims
        claims.decoys = decoys
        return try issuer(hash).issue(claims, holder: holderKey, random: random)
    }

    static let claims: DisclosableObject = [
        "iss": "https://issuer.example", "iat": 1_767_225_600, "exp": 1_767_312_000, "given_name": .disclosable("John"),
        "nationalities": .array([.disclosable("US"), "FR", .disclosable("DE")]),
        "address": .disclosable(["country": .disclosable("DE"), "region": "Sachsen-Anhalt"]), "degree": ["title": .disclosable("Dr.")],
    ]

    /// A token of whatever payload, signed by the issuer.
    func signed(_ payload: JSONObject, _ disclosures: [Disclosure] = []) throws -> SDJWT {
        let token = try JWS.sign(JSONValue.object(payload).encoded, with: try SigningKey(issuerKey), header: ["typ": .string(Self.type)])
        return try SDJWT(parsing: ([token] + disclosures.map(\.text)).joined(separator: "~") + "~")
    }

    func bound(_ shown: SDJWT, audience: String = "verifier", nonce: String = "n-1", at time: Date? = nil) throws -> SDJWT {
        let held = try policy().verify(shown, keys: try keys(), at: now)
        let binding = KeyBinding(audience: audience, nonce: nonce, issuedAt: time ?? now)
        return try held.bind(shown, to: binding, key: try SigningKey(holderKey))
    }
}
