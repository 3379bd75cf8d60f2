import Testing
@testable import OAuth

@Suite("Redirect URIs: exact text, but for the port of a loopback address (RFC 8252 §7.3)")
struct RedirectURITests {
    @Test(arguments: [
        ("https://app.example/cb", "https://app.example/cb"), ("org.app:/cb", "org.app:/cb"), ("org.app://cb", "org.app://cb"),
        ("http://127.0.0.1/cb", "http://127.0.0.1:51004/cb"), ("http://127.0.0.1:1/cb", "http://127.0.0.1/cb"),
        ("http://[::1]/cb", "http://[::1]:51004/cb"), ("http://127.0.0.1", "http://127.0.0.1:8000"),
        ("http://127.0.0.1/cb?x=1", "http://127.0.0.1:8/cb?x=1"),
    ])
    func registered(_ registered: String, _ requested: String) {
        #expect(RedirectURI.isRegistered(requested, among: ["https://other.example", registered]))
    }

    @Test(arguments: [
        ("https://app.example/cb", "https://app.example/cb/"), ("https://app.example/cb", "https://app.example/CB"),
        ("https://app.example/cb", "https://app.example:443/cb"), ("https://app.example/cb", "https://app.example/cb#x"),
        ("https://app.example/cb", "https://app.example/cb?code=1"), ("https://app.example/cb", "HTTPS://app.example/cb"),
        ("https://app.example/cb", "https://app.example/%63b"), ("https://app.example/cb", "https://app.example/x/../cb"),
        ("https://app.example/cb", "https://app.example.evil.example/cb"), ("https://app.example/.*", "https://app.example/abc"),
        ("http://localhost/cb", "http://localhost:51004/cb"), ("https://127.0.0.1/cb", "https://127.0.0.1:1/cb"),
        ("http://127.0.0.1/cb", "http://127.0.0.1:80@evil.example/cb"), ("http://127.0.0.1/cb", "http://127.0.0.1@evil.example/cb"),
        ("http://127.0.0.1/cb", "http://127.0.0.1.evil.example/cb"), ("http://127.0.0.1/cb", "http://127.0.0.1:/cb"),
        ("http://127.0.0.1/cb", "http://127.0.0.1:65536/cb"), ("http://127.0.0.1/cb", "http://127.0.0.1:0/cb"),
        ("http://127.0.0.1/cb", "http://127.0.0.1:8x/cb"), ("http://127.0.0.1/cb", "http://127.0.0.2:80/cb"),
        ("http://127.0.0.1/cb", "http://127.0.0.1:80/cb/x"), ("http://[::1]/cb", "http://[::2]:80/cb"),
        ("http://127.0.0.1/cb", ""), ("", "http://127.0.0.1/cb"), ("http://127.0.0.1/cb", "http://127.0.0.1:٨٠/cb"),
    ])
    func notRegistered(_ registered: String, _ requested: String) {
        #expect(!RedirectURI.isRegistered(requested, among: [registered]))
    }
}
