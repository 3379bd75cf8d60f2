import JourneyMessages
import Testing

@testable import JourneyEngine

@Suite("Where a browser goes after a login")
struct SuccessURLTests {
    private static let origin = "https://login.example.com"

    @Test(
        "a path, or a URL on our origin",
        arguments: [
            "/", "/app?x=1#top", "https://login.example.com", "https://login.example.com/app", "https://login.example.com?x=1",
        ])
    func allowed(_ text: String) { #expect(SuccessURL.checked(text, origins: [Self.origin]) == text) }

    @Test(
        "nothing else",
        arguments: [
            "", "//evil.example", "/\\evil.example", "\\\\evil.example", "///evil.example", "https://evil.example", "app", "?x",
            "https://login.example.com.evil.example", "https://login.example.com@evil.example", "https://login.example.com:8443/",
            "https://login.example.com\\@evil.example", "HTTPS://evil.example", "javascript:alert(1)", "/\tevil", "/a\nSet-Cookie: x",
            "/ a", "/ä", "\u{0}/", "https://login.example.com//evil.example", String(repeating: "/a", count: 1001),
        ])
    func refused(_ text: String) { #expect(SuccessURL.checked(text, origins: [Self.origin]) == nil) }

    @Test("without a known origin only paths", arguments: [("/a", "/a"), ("https://login.example.com/a", nil)] as [(String, String?)])
    func noOrigin(_ text: String, _ result: String?) { #expect(SuccessURL.checked(text, origins: []) == result) }

    @Test("a good one is in the body, a bad one gives way to the realm's", arguments: [("/app", "/app"), ("//evil", "/am/console")])
    func body(_ goto: String, _ url: String) async throws {
        #expect(try await JourneyHarness().login { $0.goto = goto }.success.body.successURL == url)
    }
}
