import Testing

@testable import Pages

@Suite("Headers of the pages")
struct SecurityHeadersTests {
    private func policy(_ redirectURI: String? = nil) -> String? {
        SecurityHeaders.page(leadingTo: redirectURI.map { [$0] } ?? []).first { $0.name == "Content-Security-Policy" }?.value
    }

    @Test("nothing is allowed but our own stylesheet, images and forms; nobody may frame")
    func page() {
        #expect(
            policy()
                == "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
    }

    @Test(
        "the application that the form leads to is allowed by origin or scheme",
        arguments: [
            ("https://localhost:8443/callback?x=1", "https://localhost:8443"), ("http://127.0.0.1:5000/cb", "http://127.0.0.1:*"),
            ("HTTPS://App.Example", "https://App.Example"),
            ("org.forgerock.demo://oauth2redirect", "org.forgerock.demo:"), ("com.example.app:/cb", "com.example.app:"),
        ])
    func leading(redirectURI: String, source: String) {
        #expect(policy(redirectURI)?.contains("form-action 'self' \(source);") == true)
    }

    @Test("a page that waits may run its script and ask this server, and nothing else")
    func waiting() {
        let policy = SecurityHeaders.page(runsOwnScript: true, asksServer: true).first?.value
        #expect(policy?.hasPrefix("default-src 'none'; script-src 'self'; connect-src 'self'; style-src") == true)
    }

    @Test("several are allowed, each once")
    func several() {
        let headers = SecurityHeaders.page(leadingTo: ["https://a.example/1", "https://a.example/2", "app://x"])
        #expect(headers.first?.value.contains("form-action 'self' https://a.example app:;") == true)
    }

    @Test(
        "what could add a directive, or is no address, adds nothing",
        arguments: [
            "", "https:", "https://", "https:///path", "https://a;script-src *", "https://a b", "https://user@host/", "1a:b", "a;b:c",
            "*://x", "'unsafe-inline':", "https://*/", "no colon", "é://x", "http://[::1]/cb",
        ])
    func refused(_ redirectURI: String) {
        #expect(policy(redirectURI) == policy())
    }
}
