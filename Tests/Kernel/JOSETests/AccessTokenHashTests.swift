import Foundation
import Primitives
import Testing

@testable import JOSE

@Suite("OpenID Connect Core §3.1.3.6, §3.1.3.8: an access token and the ID token beside it")
struct AccessTokenHashTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000.0007)

    @Test("the left half of the digest, by the hash function of the signature")
    func values() {
        // Core, Appendix A.4.
        let published = "Qcb0Orv1zh30vL1MPRsbm-diHiMwcLyZvn1arpZv-Jxf_11jnpEX3Tgfvk"
        #expect(AccessTokenHash.value(of: published, beside: .rs256) == "LDktKdoQak3Pk0cnXxCltA")
        for (algorithms, value) in [
            ([.es256, .rs256, .ps256, .hs256], "sda5G2fCr6XjIpiNlGJjjQ"), ([.es384, .rs384, .hs384], "4hulEO2T04y86FsZK2pA8fxDcRCCi6uc"),
            ([.es512, .rs512, .hs512, .edDSA, .mlDSA65], "dTR5nNqNrsxqjWP_lCTH2ESWpeTv9f1yZraJ_wsSjjE"),
        ] as [([SignatureAlgorithm], String)] {
            for algorithm in algorithms { #expect(AccessTokenHash.value(of: "at", beside: algorithm) == value, "\(algorithm.rawValue)") }
        }
    }

    private func token(_ change: (inout JWTClaims) -> Void) throws -> String {
        var claims = JWTClaims()
        (claims.issuer, claims.subject, claims.audience) = ("https://id.example.com", "ada", ["app"])
        (claims.issuedAt, claims.expires) = (Self.now, Self.now + 3600)
        change(&claims)
        return try JWT.sign(claims, with: SigningKey(TestKeys.p256))
    }

    @Test("what stands there must be right; it may be missing, and needn't be looked at")
    func policy() throws {
        let keys = try VerificationKey(TestKeys.p256)
        var policy = IDTokenPolicy(issuer: "https://id.example.com", clients: ["app"], nonce: nil, accessToken: Secret("at"))
        #expect(throws: Never.self) { try policy.verify(try token { _ in }, keys: keys, at: Self.now) }
        #expect(throws: Never.self) { try policy.verify(try token { $0["at_hash"] = "sda5G2fCr6XjIpiNlGJjjQ" }, keys: keys, at: Self.now) }
        let wrong: [JSONValue] = ["LDktKdoQak3Pk0cnXxCltA", "", "sda5G2fCr6XjIpiNlGJjjQ==", 1, .null, ["sda5G2fCr6XjIpiNlGJjjQ"]]
        for value in wrong {
            #expect(throws: JWTError(.wrongAccessToken, ""), "\(value.text)") {
                try policy.verify(try token { $0["at_hash"] = value }, keys: keys, at: Self.now)
            }
        }
        policy.accessToken = nil
        #expect(throws: Never.self) { try policy.verify(try token { $0["at_hash"] = "x" }, keys: keys, at: Self.now) }
    }

    @Test("iat has a leeway of its own, which is nothing for exp and nbf")
    func issueLeeway() throws {
        let keys = try VerificationKey(TestKeys.p256)
        let policy = IDTokenPolicy(issuer: "https://id.example.com", clients: ["app"], nonce: nil, issueLeeway: 600)
        let strict = IDTokenPolicy(issuer: "https://id.example.com", clients: ["app"], nonce: nil)
        let early = try token { $0.issuedAt = Self.now + 590 }
        #expect(throws: Never.self) { try policy.verify(early, keys: keys, at: Self.now) }
        #expect(throws: JWTError(.notYetValid, "")) { try strict.verify(early, keys: keys, at: Self.now) }
        for change in [
            { $0.issuedAt = Self.now + 602 }, { $0.notBefore = Self.now + 60 },
        ] as [(inout JWTClaims) -> Void] {
            #expect(throws: JWTError(.notYetValid, "")) { try policy.verify(try token(change), keys: keys, at: Self.now) }
        }
        #expect(throws: JWTError(.expired, "")) { try policy.verify(try token { $0.expires = Self.now - 60 }, keys: keys, at: Self.now) }
    }
}
