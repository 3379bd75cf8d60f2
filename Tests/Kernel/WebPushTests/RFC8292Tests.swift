import Foundation
import JOSE
import Primitives
import Testing
import WebPush

@Suite("RFC 8292: who the application server is")
struct RFC8292Tests {
    /// §2.4.
    static let key = "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"
    static let token =
        "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6"
        + "Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHz"
        + "voD1oA"
    static let audience = "https://push.example.net"
    static let expires = Date(timeIntervalSince1970: 1_453_523_768)

    @Test("the example is read and verified")
    func example() throws {
        let proof = try ApplicationServerProof(authorization: "vapid t=\(Self.token), k=\(Self.key)")
        #expect(proof.token == Self.token && Base64URL.encode(proof.publicKey) == Self.key)
        try proof.verify(audience: Self.audience, at: Self.expires - 3600)
    }

    @Test("expired, long-lived, for another service: refused")
    func refused() throws {
        let proof = try ApplicationServerProof(authorization: "vapid t=\(Self.token), k=\(Self.key)")
        for (audience, now) in [
            (Self.audience, Self.expires), (Self.audience, Self.expires - 90_000), ("https://push.example.com", Self.expires - 60),
            ("https://push.example.net/", Self.expires - 60),
        ] {
            #expect(throws: WebPushError(.invalidProof, "")) { try proof.verify(audience: audience, at: now) }
        }
        var other = try ApplicationServerProof(authorization: "vapid t=\(Self.token), k=\(Self.key)").publicKey
        other[64] ^= 1
        let foreign = try ApplicationServerProof(authorization: "vapid t=\(Self.token), k=\(Base64URL.encode(other))")
        #expect(throws: WebPushError(.invalidProof, "")) { try foreign.verify(audience: Self.audience, at: Self.expires - 60) }
    }

    @Test(
        "how the header may be written",
        arguments: ["Vapid k=\(key),t=\(token)", "vapid  t=\"\(token)\" , k=\"\(key)\"", "vapid T=\(token), K=\(key), x=1"])
    func written(_ text: String) throws {
        let proof = try ApplicationServerProof(authorization: text)
        #expect(proof.token == Self.token && Base64URL.encode(proof.publicKey) == Self.key)
    }

    @Test(
        "what is no such header",
        arguments: [
            "", "vapid", "Bearer \(token)", "vapid t=\(token)", "vapid k=\(key)", "vapid t=\(token), k=AAAA", "vapid t=a, t=b, k=\(key)",
            "vapid \(token)", "vapid t=\(String(repeating: "a", count: 5000)), k=\(key)",
        ])
    func malformed(_ text: String) {
        #expect(throws: WebPushError(.invalidProof, "")) { try ApplicationServerProof(authorization: text) }
    }

    @Test("what we sign, we verify")
    func roundTrip() throws {
        let (key, now) = (try JWK.generate(.p256, random: SeededRandom(seed: 3)), Date(timeIntervalSince1970: 1_800_000_000))
        let made = try ApplicationServerProof(by: key, audience: Self.audience, subject: "mailto:ops@example.com", expires: now + 600)
        let read = try ApplicationServerProof(authorization: made.authorization)
        #expect(read == made)
        try read.verify(audience: Self.audience, at: now)
        #expect(throws: WebPushError(.invalidKeys, "")) {
            try ApplicationServerProof(
                by: JWK.generate(.p384, random: SeededRandom(seed: 3)), audience: Self.audience, subject: "mailto:a@b.example", expires: now
            )
        }
    }
}
