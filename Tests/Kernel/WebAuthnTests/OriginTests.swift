import AttestationTesting
import Testing
import WebAuthn

@Suite("Origins")
struct OriginTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let origin: String
        let rule: RelyingParty.Origin
        let holds: Bool
        var testDescription: String { "\(origin) by \(rule): \(holds)" }
    }

    static let within = RelyingParty.Origin.within(domain: "example.com")
    static let android = RelyingParty.Origin.android(certificateFingerprint: Array(0..<32))

    static let cases: [Case] =
        ["https://example.com", "https://login.example.com", "https://a.b.example.com", "https://example.com:8443"].map {
            Case(origin: $0, rule: within, holds: true)
        }
        + [
            "http://example.com", "https://example.com.", "https://evilexample.com", "https://example.com.evil.example",
            "https://example.org",
            "https://example.com/", "https://example.com:", "https://example.com:0443", "https://example.com:99999",
            "https://example.com:8443:1",
            "https://user@example.com", "https://evil.example#.example.com", "https://evil.example?.example.com", "https://EXAMPLE.com",
            "https://", "", "example.com", "null", "file://example.com", "https://evil\u{3002}example.com", "https://example.com\n",
        ].map { Case(origin: $0, rule: within, holds: false) }
        + [
            Case(origin: "http://localhost:8080", rule: .within(domain: "localhost"), holds: true),
            Case(origin: "http://app.localhost", rule: .within(domain: "localhost"), holds: false),
            Case(origin: "https://", rule: .within(domain: ""), holds: false),
            Case(origin: "https://login.example.com", rule: .exactly("https://login.example.com"), holds: true),
            Case(origin: "https://login.example.com:443", rule: .exactly("https://login.example.com"), holds: false),
            Case(origin: "https://\u{212A}.example", rule: .exactly("https://K.example"), holds: false),
            Case(origin: "android:apk-key-hash:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8", rule: android, holds: true),
            Case(origin: "android:apk-key-hash:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh9", rule: android, holds: false),
            Case(origin: "ios:bundle-id:com.example.app", rule: .ios(bundleIdentifier: "com.example.app"), holds: true),
            Case(origin: "ios:bundle-id:com.example.app2", rule: .ios(bundleIdentifier: "com.example.app"), holds: false),
        ]

    @Test("an origin is one of the relying party's, or isn't", arguments: cases)
    func admitted(_ example: Case) throws {
        let ceremony = try Ceremony()
        var expected = ceremony.authenticating
        expected.relyingParty.origins = [example.rule]
        let response = try ceremony.assert(origin: example.origin)
        if example.holds {
            #expect(throws: Never.self) { try expected.verify(response, with: ceremony.record, of: ceremony.account) }
        } else {
            #expect(throws: WebAuthnError(.wrongOrigin, "")) { try expected.verify(response, with: ceremony.record, of: ceremony.account) }
        }
    }

    @Test("without origins, only https on the id itself is one")
    func usual() {
        #expect(RelyingParty(id: "example.com").origins == [.exactly("https://example.com")])
    }
}
