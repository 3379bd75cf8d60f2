import DialectTesting
@testable import HTTPBase
import Testing

@testable import HostedDialect

@Suite("Where a sign-on may lead")
struct ReturnPathTests {
    @Test(
        "to the realm's authorization endpoint, in every form of its path",
        arguments: [
            "/realms/alpha/authorize?client_id=a", "/realms/root/realms/alpha/authorize", "/am/oauth2/realms/alpha/authorize?a=b",
            "/am/oauth2/realms/root/realms/alpha/authorize?client_id=a&redirect_uri=https%3A%2F%2Fapp%2F",
            "/openam/oauth2/realms/alpha/authorize", "/realms/alpha/account",
            "/am/oauth2/authorize?realm=/alpha", "/am/oauth2/authorize?realm=%2Falpha", "/am/oauth2/alpha/authorize?client_id=a",
        ])
    func allowed(path: String) { #expect(ReturnPath(path, in: TestDomain.alpha)?.text == path) }

    @Test(
        "and nowhere else",
        arguments: [
            "", "/", "//evil.example/realms/alpha/authorize", "https://evil.example/realms/alpha/authorize",
            "http://127.0.0.1:8080/realms/alpha/authorize", "/\\evil.example/realms/alpha/authorize", "\\/evil.example",
            "/realms/alpha/authorize#fragment", "/realms/alpha//authorize", "/realms/beta/authorize", "/realms/root/authorize",
            "/am/oauth2/authorize", "/am/oauth2/authorize?realm=/beta", "/am/json/realms/alpha/authorize",
            "/am/oauth2/realms/alpha/access_token", "/am/oauth2/beta/authorize", "/am/oauth2/alpha/access_token",
            "/am/oauth2/root/authorize", "/realms/alpha/x/authorize", "/realms/alpha/authorize/../../evil", "/realms/alpha/login",
            "/realms/beta/account",
            "/realms/alpha/account/links", "/realms/alpha/account?a=b",
            "/realms/alpha/authorize/x", "javascript:alert(1)", "/realms/alpha/authorize\r\nSet-Cookie: a=b", "/realms/alpha/authorize x",
            "/realms/../authorize", "/%2e%2e/authorize", "realms/alpha/authorize", "/realms/alpha%2Fauthorize", "/realms/alpha/authorizé",
        ])
    func refused(path: String) { #expect(ReturnPath(path, in: TestDomain.alpha) == nil) }

    @Test("a path that is too long is refused")
    func tooLong() {
        #expect(ReturnPath("/realms/alpha/authorize?a=" + String(repeating: "b", count: 40_000), in: TestDomain.alpha) == nil)
    }
}
